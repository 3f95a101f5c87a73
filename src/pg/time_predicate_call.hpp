// Calls of the predicates in queries: which predicate, of which kind of id, and its operands.
// SPDX-License-Identifier: PostgreSQL
#pragma once

#include "pg/time_predicate_list.hpp"

namespace objectid {

// The arguments of an operator or function call, and the function that it calls: NIL and InvalidOid
// for other expressions.
List *arguments_of(Node *node);
Oid function_of(Node *node);

// A call of a predicate.
struct PredicateCall
{
	const Predicate *predicate;
	Oid id_type;
	Comparison comparison; // of id with other: the predicate's own, unless they were exchanged
	Node *id;
	Node *other; // a timestamptz, a tstzrange or an id; null for a version test
};

// Whether a function is a predicate. (Others may give our estimator to any operator.)
bool match_predicate(Oid function, List *arguments, PredicateCall &call);

// The ids that a predicate on the time stands for. time: not null, a timestamptz or a tstzrange.
AnyIdRange id_range_of(const PredicateCall &call, const Const *time);

// The operator of a type's default btree class, or of its family for another type on the right.
Oid btree_operator(Oid type, StrategyNumber strategy, Oid right_type = InvalidOid);

} // namespace objectid
