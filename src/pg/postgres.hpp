// The only file that includes server headers, and the only one that looks at the server's version.
// SPDX-License-Identifier: PostgreSQL
#pragma once

// Standard headers come first: the server's define macros that they do not survive.
#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <ctime>

extern "C"
{
#include "postgres.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/transam.h"
#include "catalog/pg_class_d.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_language_d.h"
#include "catalog/pg_operator_d.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type_d.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "lib/hyperloglog.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/plancat.h"
#include "parser/parsetree.h"
#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/datum.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/rangetypes.h"
#include "utils/selfuncs.h"
#include "utils/sortsupport.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "utils/uuid.h"

#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "utils/skipsupport.h"
#endif
}

// Defines a function that SQL calls: SQL_FUNCTION(name) { ... PG_RETURN_...; }
#define SQL_FUNCTION(name)                                                                         \
	extern "C"                                                                                     \
	{                                                                                              \
	PG_FUNCTION_INFO_V1(name);                                                                     \
	}                                                                                              \
	extern "C" Datum name([[maybe_unused]] PG_FUNCTION_ARGS)

// Soft errors came with 16; before, every error of an input function is hard.
#if PG_VERSION_NUM < 160000
#define ereturn(context, dummy_value, ...)                                                         \
	do                                                                                             \
	{                                                                                              \
		ereport(ERROR, __VA_ARGS__);                                                               \
		return dummy_value;                                                                        \
	} while (0)
#endif

// Skip support came with 18. The SQL function exists everywhere, so that a database that
// pg_upgrade moves to 18 needs nothing but the new member of the operator family.
#if PG_VERSION_NUM < 180000
using SkipSupportIncDec = Datum (*)(Relation, Datum, bool *);
struct SkipSupportData
{
	Datum low_elem;
	Datum high_elem;
	SkipSupportIncDec decrement;
	SkipSupportIncDec increment;
};
using SkipSupport = SkipSupportData *;
#endif

namespace objectid
{

// Decodes the fields of ParseDateTime: 0 when they are a date or time. Since 16 it takes one
// argument more.
inline int
decode_date_time(char **field, int *ftype, int nf, int *dtype, struct pg_tm *tm, fsec_t *fsec,
				 int *tz)
{
#if PG_VERSION_NUM >= 160000
	DateTimeErrorExtra extra;
	return DecodeDateTime(field, ftype, nf, dtype, tm, fsec, tz, &extra);
#else
	return DecodeDateTime(field, ftype, nf, dtype, tm, fsec, tz);
#endif
}

// A range without an error to soften, which 16 added.
inline RangeType *
make_tstzrange(TypeCacheEntry *typcache, RangeBound *lower, RangeBound *upper)
{
#if PG_VERSION_NUM >= 160000
	return make_range(typcache, lower, upper, false, nullptr);
#else
	return make_range(typcache, lower, upper, false);
#endif
}

// Before 16 it raised an error for a time zone that it does not know.
inline constexpr bool decode_date_time_raises_error = PG_VERSION_NUM < 160000;

} // namespace objectid
