//go:build go_pgx4

// needs: golang-go golang-github-jackc-pgx-v4-dev
package main

import _ "github.com/jackc/pgx/v4/stdlib"

const client, driver = "go_pgx4", "pgx"
