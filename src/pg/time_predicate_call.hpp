// A call of a time predicate in a query: which predicate, of which kind of id, and its operands.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/postgres.hpp"

#include <optional>

namespace objectid {

// The ends of a range of ids, both included. An open end excludes no id that has a time.
struct AnyIdRange
{
	Datum lower;
	Datum upper;
	bool lower_open;
	bool upper_open;
	bool empty;
};

// A kind of id as the planner's side sees it. It may also be a version of UUIDs without times, for
// which ids_within is null and version_test is not.
struct AnyIdKind
{
	const char *sql_prefix;
	const char *version_test;
	int size;
	AnyIdRange (*ids_within)(const std::optional<TimeRange> &range);
	bool (*is_of_kind)(Datum id); // a value of the type
};

// A boolean function of ours on an id.
struct Predicate
{
	enum class Form : std::uint8_t
	{
		compared, // its time with a timestamptz
		within,   // its time with a tstzrange
		with_id,  // the id with another id
		version,  // the id alone
	};

	const char *name; // of the function, in SQL and in C
	const AnyIdKind *kind;
	int id_position;
	Form form;
	Comparison comparison = {}; // of the id with the other operand, where there is one
};

// The arguments of an operator or function call, and the function that it calls: NIL and InvalidOid
// for other expressions.
List *arguments_of(Node *node);
Oid function_of(Node *node);

// A call of a predicate.
struct PredicateCall
{
	const Predicate *predicate;
	Oid function;
	Oid id_type;
	Comparison comparison; // of id with other: the predicate's own, unless they were exchanged
	Node *id;
	Node *other; // a timestamptz, a tstzrange or an id; null for a version test
};

// Whether a function has the name of a predicate, and is called with operands of such types. Others
// may give their own functions these names, and our estimator to any operator.
bool match_predicate(Oid function, List *arguments, PredicateCall &call);

// The ids that a predicate on the time stands for. time: not null, a timestamptz or a tstzrange.
AnyIdRange id_range_of(const PredicateCall &call, const Const *time);

// The operator of a type's default btree class.
Oid btree_operator(Oid type, StrategyNumber strategy);

// The function that makes a tstzrange of the time of a comparison.
constexpr const char *
range_function(Comparison comparison)
{
	if (is_below(comparison))
		return is_inclusive(comparison) ? "objectid_internal_until" : "objectid_internal_before";
	return is_inclusive(comparison) ? "objectid_internal_since" : "objectid_internal_after";
}

} // namespace objectid
