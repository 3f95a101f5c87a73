// A call of a time predicate as the planner meets it: which predicate, of which kind of id, and its
// operands.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "core/time_range.hpp"
#include "pg/postgres.hpp"

#include <optional>
#include <string_view>

namespace objectid
{

// The ends of a range of ids, both included. An open end excludes no id that has a time.
struct IdEnds
{
	Datum lower;
	Datum upper;
	bool lower_open;
	bool upper_open;
	bool empty;
};

// A kind of id as the planner's side sees it: the SQL functions around it, and what its struct in
// the core says. type and version_test are null for a type of the server's, uuid, and where every
// value has a time. first and last are those ends that alone make a condition of a comparison:
// where no id satisfies it they are NULL, or an end of the type that is of no version.
struct IdKind
{
	const char *type = nullptr;
	int size = 0;
	const char *timestamp = nullptr;
	const char *lower = nullptr;
	const char *upper = nullptr;
	const char *first = nullptr;
	const char *last = nullptr;
	const char *version_test = nullptr;
	IdEnds (*ends)(const std::optional<TimeRange> &range) = nullptr;
	bool (*has_time)(Datum id) = nullptr;
};

// What a function of ours says about an id.
struct Predicate
{
	enum class Form : std::uint8_t
	{
		compared, // its time with a timestamptz
		within,   // its time with a tstzrange
		ordered,  // the id with another id
		version,  // the id alone
	};

	const char *symbol; // the C function, which CREATE FUNCTION ... AS names
	const IdKind *kind;
	Form form;
	bool id_first;
	// Of the id with the other operand. It says nothing about the forms within and version.
	Comparison comparison = {};
};

// Whether a function is written in C and this is the name of it there.
bool has_c_symbol(Oid function, std::string_view symbol);

struct Call
{
	const Predicate *predicate;
	Oid function;
	Oid id_type;
	Comparison comparison; // that of the predicate; commuted where the estimates swap two ids
	// The estimates know a condition by the address of this node, and look for it among the
	// conditions of its table. What an index scan makes of a predicate is not among them: it has to
	// hold this very node, so that the predicate is found. Every other condition that is made of a
	// call holds a copy.
	Node *id;
	Node *other; // a timestamptz, a tstzrange or an id; null where there is none
};

// False for anything but a call of a predicate with operands of its own types. A superuser may
// attach our planner support to any function, and our estimators to any operator.
bool take_apart(Oid function, List *arguments, Call &call);

// The same for a call of the function that another call is of.
bool take_apart_like(const Call &known, List *arguments, Call &call);

// The ids that a predicate of the form compared or within stands for. time: not null.
IdEnds ends_of(const Call &call, const Const *time);

// The operator of a type's default btree class.
Oid btree_operator(Oid type, StrategyNumber strategy);

// "time operator time of the id" for what the predicate says.
Oid time_operator(const Predicate &predicate);

// A call of one of our functions, found in the schema of the predicate without asking for rights
// on it, which the user of a view need not have. Null when somebody has dropped the function.
Expr *call_sibling(const Call &call, const char *name, Oid result_type, Node *argument);

// The function that makes a tstzrange of the time of a comparison.
const char *range_function(Comparison comparison);

} // namespace objectid
