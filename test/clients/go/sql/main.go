// database/sql with the driver that the build tag chooses: go_pq, go_pgx4, go_pgx5
// SPDX-License-Identifier: PostgreSQL
package main

import (
	"database/sql"
	"strings"
	"time"

	"check"
	"objectid"
)

func main() {
	check.Client = client
	db, err := sql.Open(driver, "")
	check.Must(err)
	use(db)
	check.Must(db.Close())
	check.Done()
}

func use(db *sql.DB) {
	_, err := db.Exec("DROP TABLE IF EXISTS orders")
	check.Must(err)
	_, err = db.Exec(
		"CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), "+
			"customer objectid, items objectid[])",
	)
	check.Must(err)
	a, b := check.A, check.B

	// recipe: use
	var id, customer objectid.ObjectID
	var items objectid.Array
	insert := "INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id"
	err = db.QueryRow(insert, a, objectid.Array{a, b}).Scan(&id)
	check.Must(err)
	find := "SELECT customer, items FROM orders WHERE id = $1"
	err = db.QueryRow(find, id).Scan(&customer, &items)
	check.Must(err)
	// recipe: end
	wanted := objectid.Array{id, b}
	several, err := db.Query("SELECT id FROM orders WHERE id = ANY ($1::objectid[])", wanted)
	check.Must(err)
	recent, err := db.Query("SELECT id FROM orders WHERE id >= $1::timestamptz", check.Time)
	check.Must(err)
	check.Equal("insert returns an id of now", time.Since(id.Time()) < time.Minute, true)
	check.Equal("look-up with a parameter", customer, a)
	check.Equal("arrays", items, objectid.Array{a, b})
	check.Equal("look-up with an array", ids(several), objectid.Array{id})
	check.Equal("time range", ids(recent), objectid.Array{id})

	var null *objectid.ObjectID
	var none objectid.Array
	err = db.QueryRow(
		"INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING customer, items", null,
		none,
	).Scan(&null, &none)
	check.Must(err)
	check.Equal("NULL", null == nil && none == nil, true)
	err = db.QueryRow("SELECT customer FROM orders WHERE id = $1", id).Scan(&null)
	check.Must(err)
	check.Equal("what may be NULL", *null, a)
	var byText objectid.ObjectID
	check.Must(db.QueryRow("SELECT id FROM orders WHERE customer = $1", a.String()).Scan(&byText))
	check.Equal("text as a parameter", byText, id)
	err = db.QueryRow("SELECT id FROM orders WHERE id = $1", check.Malformed).Scan(&id)
	check.Equal(
		"malformed input",
		err != nil && strings.Contains(err.Error(), "invalid input syntax for type objectid"), true,
	)
	err = id.Scan(int64(1))
	check.Equal(
		"another type as a result",
		err != nil && strings.Contains(err.Error(), "cannot read an objectid from int64"), true,
	)
}

func ids(rows *sql.Rows) (ids objectid.Array) {
	for rows.Next() {
		var id objectid.ObjectID
		check.Must(rows.Scan(&id))
		ids = append(ids, id)
	}
	check.Must(rows.Err())
	return ids
}
