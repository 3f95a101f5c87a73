// objectid for libpq: twelve bytes in the binary format of the protocol
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <libpq-fe.h>

// An ObjectId of MongoDB. Give its bytes to libbson's bson_oid_init_from_data, or to oid of the C++
// driver.
using ObjectId = std::array<unsigned char, 12>;

// The oid of the type differs from database to database, as for every type of an extension.
inline Oid
objectid_oid(PGconn *conn)
{
	PGresult *types = PQexec(conn, "SELECT 'objectid'::regtype::oid");
	const char *oid = PQntuples(types) == 1 ? PQgetvalue(types, 0, 0) : "0";
	const Oid answer = static_cast<Oid>(std::strtoul(oid, nullptr, 10));
	PQclear(types);
	return answer;
}

// A parameter of objectid[]: dimensions, flag for NULL, type; then length and lower bound; then
// each value.
inline std::string
objectid_array(Oid type, const std::vector<std::optional<ObjectId>> &ids)
{
	std::string bytes;
	auto append = [&bytes](std::uint32_t n) {
		for (int shift : {24, 16, 8, 0})
			bytes += static_cast<char>(n >> shift);
	};
	for (std::uint32_t n :
		 {1u, 1u, std::uint32_t{type}, static_cast<std::uint32_t>(ids.size()), 1u})
		append(n);
	for (const std::optional<ObjectId> &id : ids)
	{
		append(id ? 12 : UINT32_MAX);
		if (id)
			bytes.append(reinterpret_cast<const char *>(id->data()), id->size());
	}
	return bytes;
}
