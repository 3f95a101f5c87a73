//go:build go_pgx5

// needs: golang-go golang-github-jackc-pgx-v5-dev
package main

import _ "github.com/jackc/pgx/v5/stdlib"

const client, driver = "go_pgx5", "pgx"
