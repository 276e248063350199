#!/usr/bin/env python3
"""Lists the modules in a Go program as CycloneDX JSON, from what the program says of itself.

    go version -m PROGRAM | sbom.py VERSION > SBOM.json

Equal programs give equal lists: the date is SOURCE_DATE_EPOCH, the serial number a hash.
"""
import base64
import datetime
import hashlib
import json
import os
import sys
import uuid


def main() -> None:
    version = sys.argv[1]
    text = sys.stdin.read()
    modules = []
    go = text.split(": ", 1)[1].splitlines()[0]
    for line in text.splitlines():
        fields = line.strip().split("\t")
        if fields[0] == "dep":
            modules.append((fields[1], fields[2], fields[3] if len(fields) > 3 else ""))
    root = {"type": "application", "bom-ref": f"pkg:golang/github.com/assay-smt/assay@v{version}", "name": "assay", "version": version,
            "purl": f"pkg:golang/github.com/assay-smt/assay@v{version}", "licenses": [{"license": {"id": "Apache-2.0"}}]}
    components = [{"type": "library", "bom-ref": "go", "name": "stdlib", "version": go.removeprefix("go"), "purl": f"pkg:golang/stdlib@{go.removeprefix('go')}"}]
    for name, release, checksum in sorted(modules):
        purl = f"pkg:golang/{name}@{release}"
        component = {"type": "library", "bom-ref": purl, "name": name, "version": release, "purl": purl}
        if checksum.startswith("h1:"):  # Go's hash of the module's files, in base64
            component["properties"] = [{"name": "golang:h1", "value": base64.b64decode(checksum[3:]).hex()}]
        components.append(component)
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    body = {
        "metadata": {"timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": root}, "components": components,
        "dependencies": [{"ref": root["bom-ref"], "dependsOn": [c["bom-ref"] for c in components]}],
    }
    serial = uuid.UUID(bytes=hashlib.sha256(json.dumps(body, sort_keys=True).encode()).digest()[:16], version=4)
    out = {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1, **body}
    json.dump(out, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
