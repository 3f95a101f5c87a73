//go:build pgx4

package main

import _ "github.com/jackc/pgx/v4/stdlib"

const client, driver = "go_pgx4", "pgx"
