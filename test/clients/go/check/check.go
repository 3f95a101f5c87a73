// Package check: what every Go client is asked, and what its answer must be.
// SPDX-License-Identifier: PostgreSQL
package check

import (
	"fmt"
	"os"
	"reflect"
	"time"

	"objectid"
)

var (
	A, _      = objectid.Parse("507f1f77bcf86cd799439011")  // of 2012-10-17
	B, _      = objectid.Parse("6ae68100ffffffffffffffff")  // of 2026-11-01
	Time      = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) // between the two
	Malformed = "507f1f77bcf86cd79943901"
	Client    string
	failed    bool
)

func Equal(name string, answer, expected any) {
	ok := reflect.DeepEqual(answer, expected)
	word := "ok"
	if !ok {
		failed, word = true, "not ok"
	}
	fmt.Printf("%s - %s: %s\n", word, Client, name)
	if !ok {
		fmt.Printf("# %v, and not %v\n", answer, expected)
	}
}

// Must ends the program: what comes after needs what failed.
func Must(err error) {
	if err != nil {
		fmt.Printf("not ok - %s: %v\n", Client, err)
		os.Exit(1)
	}
}

func Done() {
	if failed {
		os.Exit(1)
	}
}
