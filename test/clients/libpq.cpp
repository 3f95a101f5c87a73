// libpq: parameters and results in both formats of the protocol
// SPDX-License-Identifier: PostgreSQL
// needs: libpq-dev
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>

#include "objectid.hpp"

namespace {

bool failed = false;

void
check(const char *name, bool ok)
{
	std::printf("%s - libpq: %s\n", ok ? "ok" : "not ok", name);
	failed = failed || !ok;
}

const ObjectId a{0x50, 0x7f, 0x1f, 0x77, 0xbc, 0xf8, 0x6c, 0xd7, 0x99, 0x43, 0x90, 0x11};
const ObjectId b{0x6a, 0xe6, 0x81, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

bool
is(PGresult *result, const ObjectId &id, int column = 0)
{
	return PQntuples(result) == 1 && PQgetlength(result, 0, column) == 12 &&
		   std::memcmp(PQgetvalue(result, 0, column), id.data(), 12) == 0;
}

} // namespace

int
main()
{
	PGconn *conn = PQconnectdb("");
	if (PQstatus(conn) != CONNECTION_OK)
	{
		std::fprintf(stderr, "%s", PQerrorMessage(conn));
		return 1;
	}
	PQclear(PQexec(conn, "CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), "
						 "customer objectid, items objectid[])"));

	// recipe: use
	const Oid oid = objectid_oid(conn);
	const std::string items = objectid_array(oid, {a, std::nullopt, b});
	const char *values[] = {reinterpret_cast<const char *>(a.data()), items.data()};
	const int lengths[] = {12, static_cast<int>(items.size())};
	const int binary[] = {1, 1};
	PGresult *inserted =
		PQexecParams(conn, "INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id", 2,
					 nullptr, values, lengths, binary, 1);
	ObjectId id{};
	if (PQgetlength(inserted, 0, 0) == 12)
		std::memcpy(id.data(), PQgetvalue(inserted, 0, 0), 12);
	// recipe: end
	check("insert returns twelve bytes",
		  PQresultStatus(inserted) == PGRES_TUPLES_OK && id != ObjectId{});
	const std::time_t made =
		static_cast<std::time_t>(id[0]) << 24 | id[1] << 16 | id[2] << 8 | id[3];
	check("which hold the time", std::abs(std::difftime(std::time(nullptr), made)) < 60);
	PQclear(inserted);

	const char *one[] = {reinterpret_cast<const char *>(id.data())};
	const int twelve[] = {12}, yes[] = {1}, no[] = {0};
	PGresult *result =
		PQexecParams(conn, "SELECT customer, items, items::text FROM orders WHERE id = $1", 1,
					 nullptr, one, twelve, yes, 1);
	check("binary: look-up with a parameter", is(result, a));
	check("binary: arrays",
		  PQgetlength(result, 0, 1) == lengths[1] &&
			  std::memcmp(PQgetvalue(result, 0, 1), items.data(), items.size()) == 0 &&
			  std::strcmp(PQgetvalue(result, 0, 2),
						  "{507f1f77bcf86cd799439011,NULL,6ae68100ffffffffffffffff}") == 0);
	PQclear(result);

	const std::string several = objectid_array(oid, {b, id});
	const char *array[] = {several.data()};
	const int length[] = {static_cast<int>(several.size())};
	result = PQexecParams(conn, "SELECT id FROM orders WHERE id = ANY ($1)", 1, nullptr, array,
						  length, yes, 1);
	check("binary: look-up with an array", is(result, id));
	PQclear(result);

	const char *digits[] = {"507f1f77bcf86cd799439011"};
	result = PQexecParams(conn, "SELECT customer, customer FROM orders WHERE customer = $1", 1,
						  nullptr, digits, nullptr, no, 0);
	check("text: look-up with a parameter",
		  PQntuples(result) == 1 && std::strcmp(PQgetvalue(result, 0, 0), digits[0]) == 0);
	PQclear(result);

	const char *time[] = {"2020-01-01"};
	result = PQexecParams(conn, "SELECT id FROM orders WHERE id >= $1::timestamptz", 1, nullptr,
						  time, nullptr, no, 1);
	check("time range", is(result, id));
	PQclear(result);

	const char find[] = "SELECT * FROM orders WHERE id = $1",
			   insert[] = "INSERT INTO orders (id) VALUES ($1)";
	const Oid any = 0, bytea = 17, int4 = 23, text = 25;
	// the errors that doc/install.md, Messages, shows
	const struct
	{
		const char *name, *sql;
		Oid type;
		const char *value;
		int bytes, format;
		std::string error;
	} refused[] = {
		{"text: malformed input", find, any, "507f1f77bcf86cd79943901", 0, 0,
		 "22P02: invalid input syntax for type objectid: \"507f1f77bcf86cd79943901\""},
		{"text: a time without its type", find, any, "2026-01-01", 0, 0,
		 "22P02: invalid input syntax for type objectid: \"2026-01-01\""},
		{"binary: too long", find, any, digits[0], 13, 1, "22P03: incorrect binary data format"},
		{"binary: too short", find, any, digits[0], 11, 1,
		 "08P01: insufficient data left in message"},
		{"declared as text", find, text, digits[0], 0, 0,
		 "42883: operator does not exist: objectid = text"},
		{"declared as text, into a column", insert, text, "000000000000000000000001", 0, 0, ""},
		{"declared as bytea", find, bytea, digits[0], 12, 1,
		 "42883: operator does not exist: objectid = bytea"},
		{"declared as a number", find, int4, "1", 0, 0,
		 "42883: operator does not exist: objectid = integer"},
		{"bytea into a column", insert, bytea, digits[0], 12, 1,
		 "42804: column \"id\" is of type objectid but expression is of type bytea"},
	};
	for (const auto &[name, sql, type, value, bytes, format, error] : refused)
	{
		result = PQexecParams(conn, sql, 1, &type, &value, &bytes, &format, 1);
		const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
		check(name, error == (state ? std::string(state) + ": " +
										  PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY)
									: ""));
		PQclear(result);
	}
	PQfinish(conn);
	return failed;
}
