# Recipes of other programs, for those that stand on them
# SPDX-License-Identifier: PostgreSQL
import os


def register_objectid_of(client):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{client}_client.py")) as program:
        recipe = program.read().split("# recipe: adapters\n")[1].split("# recipe: end\n")[0]
    names = {}
    exec(recipe, names)
    return names["register_objectid"]
