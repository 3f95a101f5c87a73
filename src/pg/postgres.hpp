// The only file that includes server headers. It and pg/processes.hpp alone look at the server's
// version.
// SPDX-License-Identifier: PostgreSQL
#pragma once

// The standard headers that most files of src/pg need. Any other is included where it is used.
#include <compare>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <optional>
#include <span>
#include <string_view>

extern "C"
{
#include "postgres.h"

#include "access/generic_xlog.h"
#include "access/gist.h"
#include "access/htup_details.h"
#include "access/parallel.h"
#include "access/relation.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "access/table.h"
#include "access/transam.h"
#include "access/twophase.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language_d.h"
#include "catalog/pg_namespace_d.h"
#include "catalog/pg_operator_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_sequence.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type_d.h"
#include "commands/extension.h"
#include "commands/sequence.h"
#include "common/hashfn.h"
#include "common/hmac.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/hyperloglog.h"
#include "lib/ilist.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "parser/parse_coerce.h"
#include "parser/parse_node.h"
#include "parser/parse_relation.h"
#include "parser/parsetree.h"
#include "port/atomics.h"
#include "rewrite/rewriteHandler.h"
#include "storage/bufmgr.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "storage/lwlock.h"
#include "storage/proc.h"
#include "storage/procarray.h"
#include "storage/s_lock.h"
#include "storage/shmem.h"
#include "utils/acl.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/datetime.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/json.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/plancache.h"
#include "utils/rangetypes.h"
#include "utils/rel.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/sortsupport.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"
#include "utils/uuid.h"
#include "utils/wait_event.h"

#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#else
#include "storage/sinvaladt.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "access/cmptype.h"
#include "utils/skipsupport.h"
#endif
}

// 15.0 lacks InitMaterializedSRF().
#if PG_VERSION_NUM < 150001
#error "objectid needs PostgreSQL 15.1 or later"
#endif

// Defines a function that SQL calls: SQL_FUNCTION(name) { ... PG_RETURN_...; }
#define SQL_FUNCTION(name)                                                                         \
	extern "C"                                                                                     \
	{                                                                                              \
	PG_FUNCTION_INFO_V1(name);                                                                     \
	}                                                                                              \
	extern "C" Datum name([[maybe_unused]] PG_FUNCTION_ARGS)

// Before 18, the magic block has neither name nor version.
#ifndef PG_MODULE_MAGIC_EXT
#define PG_MODULE_MAGIC_EXT(...) PG_MODULE_MAGIC
#endif

// Soft errors exist since 16; before, every error is hard.
#if PG_VERSION_NUM < 160000
#define ereturn(context, dummy_value, ...)                                                         \
	do                                                                                             \
	{                                                                                              \
		ereport(ERROR, __VA_ARGS__);                                                               \
		return dummy_value;                                                                        \
	} while (0)
#endif

// Skip support and kinds of comparisons came with 18. The SQL functions exist everywhere, so that a
// database that pg_upgrade moves to 18 needs nothing but the new members of the operator families.
#if PG_VERSION_NUM >= 180000
// objectid_gist_translate_cmptype() returns its argument, so both must have the same values.
static_assert(COMPARE_LT == BTLessStrategyNumber && COMPARE_LE == BTLessEqualStrategyNumber &&
			  COMPARE_EQ == BTEqualStrategyNumber && COMPARE_GE == BTGreaterEqualStrategyNumber &&
			  COMPARE_GT == BTGreaterStrategyNumber);
#else
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

namespace objectid {

// Some files rely on what the server does and no declaration says. Where it does something else,
// they might compile and lose rows. So each asserts that what it names was read in the sources of
// the version.
inline constexpr bool server_was_read = PG_VERSION_NUM < 200000;

#if PG_VERSION_NUM < 160000
// With the arguments of 16, where it can raise a soft error.
inline RangeType *
make_range(TypeCacheEntry *type, RangeBound *lower, RangeBound *upper, bool empty, Node *)
{
	return ::make_range(type, lower, upper, empty);
}
#endif

// DecodeDateTime() of the fields that ParseDateTime() made: 0 if they are a date or time. Since 16
// it reports an unknown time zone in one more argument. Before, it raised an error, so a zone is
// looked up here first.
inline int
decode_date_time(char **field, int *ftype, int nf, int *dtype, struct pg_tm *tm, fsec_t *fsec,
				 int *tz)
{
#if PG_VERSION_NUM >= 160000
	DateTimeErrorExtra extra;
	return DecodeDateTime(field, ftype, nf, dtype, tm, fsec, tz, &extra);
#else
	for (int i = 0; i < nf; ++i)
		if (ftype[i] == DTK_DATE && isdigit(static_cast<unsigned char>(*field[i])) == 0 &&
			pg_tzset(field[i]) == nullptr)
			return DTERR_BAD_FORMAT;
	return DecodeDateTime(field, ftype, nf, dtype, tm, fsec, tz);
#endif
}

// The number of a relation's file. Since 16 it has another name and type.
inline Oid
file_number(Relation relation)
{
#if PG_VERSION_NUM >= 160000
	return relation->rd_locator.relNumber;
#else
	return relation->rd_node.relNode;
#endif
}

// The row of a sequence, from its only page.
inline FormData_pg_sequence_data &
sequence_data(Page page) // NOLINT(readability-non-const-parameter): the result points into it
{
	if (PageGetMaxOffsetNumber(page) != FirstOffsetNumber)
		elog(ERROR, "page of a sequence is invalid");
	HeapTupleData tuple;
	tuple.t_data = reinterpret_cast<HeapTupleHeader>(
		PageGetItem(page, PageGetItemId(page, FirstOffsetNumber)));
	return *reinterpret_cast<Form_pg_sequence_data>(GETSTRUCT(&tuple));
}

// What a range-based for goes through, for a List.
inline std::span<const ListCell>
cells(const List *list)
{
	if (list == NIL)
		return {};
	return {list->elements, static_cast<std::size_t>(list->length)};
}

// Whether a function is true of one of the parts of an expression. Before 16, the server declares
// it without its arguments.
inline bool
is_true_of_part(Node *expression, bool (*function)(Node *, void *), void *context)
{
#if PG_VERSION_NUM >= 160000
	return expression_tree_walker(expression, function, context);
#else
	auto *const untyped = reinterpret_cast<void (*)()>(function);
	return expression_tree_walker(expression, reinterpret_cast<bool (*)()>(untyped), context);
#endif
}

// A system cache. Since 19 it has a type of its own.
#if PG_VERSION_NUM >= 190000
using CacheId = SysCacheIdentifier;
#else
using CacheId = int;
#endif

// Since 17, any process can create shared memory under a name, without preloading the library.
inline constexpr bool has_named_segments = PG_VERSION_NUM >= 170000;

// The shared memory of this name, which the first process that asks for it initializes; nullptr
// without has_named_segments. Since 19 the server's function has one more argument.
inline void *
named_segment([[maybe_unused]] const char *name, [[maybe_unused]] Size size,
			  [[maybe_unused]] void (*initialize)(void *))
{
	[[maybe_unused]] bool found;
#if PG_VERSION_NUM >= 190000
	using Initialize = void (*)(void *);
	return GetNamedDSMSegment(
		name, size, [](void *memory, void *given) { (*static_cast<Initialize *>(given))(memory); },
		&found, &initialize);
#elif PG_VERSION_NUM >= 170000
	return GetNamedDSMSegment(name, size, initialize, &found);
#else
	return nullptr;
#endif
}

} // namespace objectid
