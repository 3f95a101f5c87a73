//go:build pgx5

package main

import _ "github.com/jackc/pgx/v5/stdlib"

const client, driver = "go_pgx5", "pgx"
