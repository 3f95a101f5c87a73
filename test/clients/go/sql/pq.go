//go:build pq

package main

import _ "github.com/lib/pq"

const client, driver = "go_pq", "postgres"
