"""Tells pip the name and version of a source package that is only to be downloaded.

pip asks the package's build backend for them, and some backends configure the whole of the sources before they answer, which takes
compilers and libraries that need not be here.
"""

import os


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name, version = os.environ["ASSAY_PACKAGE"], os.environ["ASSAY_VERSION"]
    folder = name.replace("-", "_") + "-" + version + ".dist-info"
    os.mkdir(os.path.join(metadata_directory, folder))
    with open(os.path.join(metadata_directory, folder, "METADATA"), "w", encoding="utf-8") as f:
        f.write("Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n")
    return folder
