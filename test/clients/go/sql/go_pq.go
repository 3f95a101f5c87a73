//go:build go_pq

// needs: golang-go golang-github-lib-pq-dev
package main

import _ "github.com/lib/pq"

const client, driver = "go_pq", "postgres"
