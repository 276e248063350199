#!/bin/sh
# Checks the recipes in deploy/: scripts with shellcheck, manifests against the schemas of Kubernetes.
#
#   pip install kubernetes-validate && scripts/check-deploy.sh
set -eu
cd "$(dirname "$0")/.."
shellcheck deploy/parallel/fuzz.sh scripts/check-deploy.sh
shellcheck --shell=bash deploy/slurm/*.sbatch
for script in deploy/slurm/*.sbatch; do
	bash -n "$script"
done
kubernetes-validate --strict deploy/kubernetes/*.yaml
