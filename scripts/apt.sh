# Functions that install Debian packages for commands that are missing. Source this file; it does nothing by itself.
# shellcheck shell=bash

# apt_refreshed remembers that the package lists were fetched, so that one script fetches them once.
apt_refreshed=

# as_root runs a command as root: directly, or through sudo. It fails when neither is possible.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null 2>&1; then
		# Without a terminal nobody can type a password: fail instead of waiting.
		if [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
	else
		return 1
	fi
}

# apt_install PACKAGE...: installs the packages, fetching the package lists before the first installation.
apt_install() {
	if ! command -v apt-get >/dev/null 2>&1; then
		echo "cannot install $*: there is no apt-get here" >&2
		return 1
	fi
	if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
		echo "installing $* needs root: run as root, or install sudo" >&2
		return 1
	fi
	if [ -z "$apt_refreshed" ]; then
		# A stale list still installs most packages, so a failed refresh is only reported.
		as_root apt-get update -qq >&2 || echo "apt-get update failed; continuing with the present lists" >&2
		apt_refreshed=yes
	fi
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends "$@" >&2
}

# ensure_command COMMAND PACKAGE...: makes COMMAND available, installing the packages when it is not there.
ensure_command() {
	local command=$1
	shift
	if command -v "$command" >/dev/null 2>&1; then
		return 0
	fi
	echo "installing $command (packages: $*)" >&2
	apt_install "$@" || true
	hash -r
	if ! command -v "$command" >/dev/null 2>&1; then
		echo "could not install $command" >&2
		return 1
	fi
}
