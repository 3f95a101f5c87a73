// What Citus knows about a table.
// SPDX-License-Identifier: PostgreSQL
#include "pg/citus.hpp"

#include "pg/relation_changes.hpp"

namespace objectid {

namespace {

// An answer of Citus. Whenever Citus changes what it knows about a table, it has the server send an
// invalidation of that or another relation. So any such message makes all answers void.
struct Answer
{
	// Must be first. The OID is this wide because padding would be compared, too.
	struct Question
	{
		const char *query; // by its address
		std::uintptr_t table;
	} question;
	bool found;
};

constinit HTAB *answers = nullptr;
constinit std::uint64_t invalidations = 0;

void
forget_answers(Oid)
{
	++invalidations;
	HASH_SEQ_STATUS each;
	hash_seq_init(&each, answers);
	while (auto *const answer = static_cast<Answer *>(hash_seq_search(&each)))
		hash_search(answers, &answer->question, HASH_REMOVE, nullptr);
}

void
start_to_know_answers()
{
	HASHCTL options = {};
	options.keysize = sizeof(Answer::Question);
	options.entrysize = sizeof(Answer);
	answers = hash_create("objectid answers of Citus", 16, &options, HASH_ELEM | HASH_BLOBS);
	call_when_relations_change(forget_answers);
}

bool
ask(const char *query, Oid table)
{
	// The look-up of a relation is cached, so it comes before that of the extension.
	if (!OidIsValid(get_relname_relid("pg_dist_local_group", PG_CATALOG_NAMESPACE)) ||
		!OidIsValid(get_extension_oid("citus", true)))
		return false;
	Oid type = OIDOID;
	Datum value = ObjectIdGetDatum(table);
	SPI_connect();
	const int status = SPI_execute_with_args(query, 1, &type, &value, nullptr, true, 1);
	if (status != SPI_OK_SELECT)
		elog(ERROR, "SPI_execute_with_args failed: %s", SPI_result_code_string(status));
	const bool found = SPI_processed > 0;
	SPI_finish();
	return found;
}

} // namespace

bool
citus_finds(const char *query, Oid table)
{
	if (answers == nullptr)
		start_to_know_answers();
	const Answer::Question question{query, table};
	const auto *known = static_cast<Answer *>(hash_search(answers, &question, HASH_FIND, nullptr));
	if (known != nullptr)
		return known->found;

	if (hash_get_num_entries(answers) >= 1000) // so that they do not take ever more memory
		forget_answers(InvalidOid);
	const std::uint64_t before = invalidations;
	const bool found = ask(query, table);
	if (invalidations == before)
		static_cast<Answer *>(hash_search(answers, &question, HASH_ENTER, nullptr))->found = found;
	return found;
}

} // namespace objectid
