// gen_random_digits(): random numbers of at most a given number of decimal digits.
// assign_random_digits(): the trigger that gives rows such numbers.
// SPDX-License-Identifier: PostgreSQL
#include "core/random_digits.hpp"
#include "pg/citus.hpp"
#include "pg/clock_and_random.hpp"
#include "pg/errors.hpp"

using namespace objectid;

namespace
{

int
detail_of_digits()
{
	return errdetail("Valid numbers are %d to %d.", random_digits_min, random_digits_max);
}

// 22023 unless all numbers of this many digits fit into a bigint.
int
digits_argument(FunctionCallInfo fcinfo)
{
	const int32 given = PG_GETARG_INT32(0);
	if (given < random_digits_min || given > random_digits_max)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of digits: %d", given), detail_of_digits()));
	return given;
}

} // namespace

SQL_FUNCTION(gen_random_digits)
{
	const auto number = random_digits(digits_argument(fcinfo), pooled_random());
	if (!number)
		raise_random_failed();
	PG_RETURN_INT64(static_cast<int64>(*number));
}

// The trigger draws a number, locks it, and looks it up in the unique index of each partition with
// a snapshot that also sees uncommitted rows. The lock is needed only until the row is in the
// index, where others find it. It is released when the next row comes or the statement ends. So a
// transaction holds no more than one for each running statement, however many rows it writes.
//
// Only this function can take such a lock: its class is the OID of the table, while the server's
// own locks on objects have the OID of a catalog there. Numbers share locks by a hash. Its key is a
// secret of the server, because everybody can read pg_locks.
namespace
{

constexpr std::uint64_t buckets = 1024;

// A lock for a number, and who releases it if this function does not.
struct BucketLock
{
	LOCKTAG tag;
	std::uint64_t number;
	ResourceOwner owner;
	bool held;
};

// Whether it holds the lock now, maybe once more.
bool
acquire(BucketLock &lock, bool wait)
{
	// The portal's owner may end before the statement's memory does.
	const ResourceOwner current = CurrentResourceOwner;
	CurrentResourceOwner = lock.owner = CurTransactionResourceOwner;
	lock.held = LockAcquire(&lock.tag, ExclusiveLock, false, !wait) != LOCKACQUIRE_NOT_AVAIL;
	CurrentResourceOwner = current;
	return lock.held;
}

void
release(BucketLock &lock)
{
	if (!lock.held)
		return;
	lock.held = false;
	// A transaction or savepoint that was rolled back has released its locks already.
	if (!IsTransactionState() || lock.owner != CurTransactionResourceOwner)
		return;
	const ResourceOwner current = CurrentResourceOwner;
	CurrentResourceOwner = lock.owner;
	LockRelease(&lock.tag, ExclusiveLock, false);
	CurrentResourceOwner = current;
}

// A table that may hold a number: the one with the trigger, or another partition.
struct NumberedTable
{
	Oid table_oid;
	Oid index_oid;
	ScanKeyData key;
	// while a number is being looked up
	Relation table;
	Relation index;
	IndexScanDesc scan;
	TupleTableSlot *slot;
};

// What a statement remembers about a trigger once it has fired.
struct Assignment
{
	Assignment *next; // in the list of this process
	Assignment **place;
	Oid root;          // the table at the top of the partitions, or the table itself
	AttrNumber column; // in the table that the trigger is on
	AttrNumber root_column;
	int digits;
	Oid type; // of the column, maybe a domain, and the type under it
	Oid base_type;
	int32 modifier;
	void *domain_checks;
	MemoryContext memory; // of the tables; none until a number is wanted
	bool tables_changed;  // since they were looked up
	List *watched;        // the tables, and those that their partitions belong to; NIL for all
	int table_count;
	NumberedTable *tables;
	SnapshotData dirty; // also sees uncommitted rows
	BucketLock lock;
	MemoryContextCallback at_end;
	bool scarce; // the number that was drawn last was taken
	// What holds a number that may become free: a lock, or a transaction.
	bool met_lock;
	LOCKTAG busy_lock;
	TransactionId busy_transaction;
};

// Those of this process. There are several while a trigger on a row writes other rows, and when a
// statement writes to several partitions, each of which has a trigger of its own.
constinit Assignment *assignments = nullptr;

void
enlist(Assignment &assignment)
{
	assignment.next = assignments;
	assignment.place = &assignments;
	if (assignment.next)
		assignment.next->place = &assignment.next;
	assignments = &assignment;
}

void
leave(const Assignment &assignment)
{
	*assignment.place = assignment.next;
	if (assignment.next)
		assignment.next->place = assignment.place;
}

// Whether this process has given the number to another row, which may not be in the index yet.
bool
is_given(const Assignment &assignment)
{
	const BucketLock &lock = assignment.lock;
	for (const Assignment *other = assignments; other; other = other->next)
		if (other != &assignment && other->lock.held && other->lock.number == lock.number &&
			memcmp(&other->lock.tag, &lock.tag, sizeof(LOCKTAG)) == 0)
			return true;
	return false;
}

// What this process hears of a changed table, or of all: a partition that is attached may hold
// numbers.
void
note_table_change(Datum, Oid table)
{
	for (Assignment *each = assignments; each; each = each->next)
		if (!OidIsValid(table) || each->watched == NIL || list_member_oid(each->watched, table))
			each->tables_changed = true;
}

void
note_table_changes()
{
	static constinit bool noting = false;
	if (noting)
		return;
	CacheRegisterRelcacheCallback(note_table_change, Datum{0});
	noting = true;
}

// The transaction of this process that was last given a number.
constinit FullTransactionId last_assigned = {};

// The server's hash of a message that begins with its secret.
std::uint64_t
secret_hash(std::uint64_t first, std::uint64_t second)
{
	constexpr std::size_t size = MOCK_AUTH_NONCE_LEN + sizeof(first) + sizeof(second);
	alignas(std::uint32_t) std::array<char, VARHDRSZ + size> message;
	SET_VARSIZE(message.data(), message.size());
	char *const body = VARDATA(message.data());
	memcpy(body, GetMockAuthenticationNonce(), MOCK_AUTH_NONCE_LEN);
	memcpy(body + MOCK_AUTH_NONCE_LEN, &first, sizeof(first));
	memcpy(body + MOCK_AUTH_NONCE_LEN + sizeof(first), &second, sizeof(second));

	bytea *const digest =
		DatumGetByteaPP(DirectFunctionCall1(sha256_bytea, PointerGetDatum(message.data())));
	std::uint64_t hash;
	memcpy(&hash, VARDATA_ANY(digest), sizeof(hash));
	pfree(digest);
	return hash;
}

LOCKTAG
bucket_of(const Assignment &assignment, std::uint64_t number)
{
	const std::uint64_t column =
		std::uint64_t{assignment.root} << 32 | static_cast<std::uint16_t>(assignment.root_column);
	LOCKTAG tag;
	SET_LOCKTAG_OBJECT(tag, MyDatabaseId, assignment.root, static_cast<Oid>(assignment.root_column),
					   static_cast<uint16>(secret_hash(column, number) % buckets));
	return tag;
}

// Arguments ---------------------------------------------------------------------------------------

int
digits_of_argument(const char *argument)
{
	int digits = 0;
	for (const char *c = argument; *c != '\0'; ++c)
	{
		if (*c < '0' || *c > '9' || c - argument == 2)
		{
			digits = 0;
			break;
		}
		digits = 10 * digits + (*c - '0');
	}
	if (digits < random_digits_min || digits > random_digits_max)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of digits: \"%s\"", argument), detail_of_digits()));
	return digits;
}

[[noreturn]] void
raise_not_fired(const char *how)
{
	ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
					errmsg("function \"%s\" must be fired %s", "assign_random_digits", how)));
	pg_unreachable();
}

void
check_fired_before_insert(FunctionCallInfo fcinfo)
{
	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("trigger functions can only be called as triggers")));
	const auto *const trigger = reinterpret_cast<TriggerData *>(fcinfo->context);
	if (!TRIGGER_FIRED_BEFORE(trigger->tg_event) || !TRIGGER_FIRED_FOR_ROW(trigger->tg_event))
		raise_not_fired("BEFORE ROW");
	if (!TRIGGER_FIRED_BY_INSERT(trigger->tg_event))
		raise_not_fired("for INSERT");
	if (trigger->tg_trigger->tgnargs != 2)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of arguments for function \"%s\": %d",
							   "assign_random_digits", trigger->tg_trigger->tgnargs),
						errdetail("The arguments must be a column name and a number of digits.")));
}

AttrNumber
column_number(Relation table, const char *name)
{
	const AttrNumber number = get_attnum(RelationGetRelid(table), name);
	if (number <= 0)
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN),
						errmsg("column \"%s\" of relation \"%s\" does not exist", name,
							   RelationGetRelationName(table))));
	return number;
}

// Column and index --------------------------------------------------------------------------------

// How many digits before the decimal point the type can hold; 0 for other types.
int
digits_of_type(Oid type, int32 modifier)
{
	if (type == INT4OID)
		return 9;
	if (type == INT8OID)
		return 18;
	if (type != NUMERICOID)
		return 0;
	if (modifier < static_cast<int32>(VARHDRSZ))
		return 18;
	// Precision and scale, packed as in numeric.c. A negative scale would round numbers.
	const int32 packed = modifier - static_cast<int32>(VARHDRSZ);
	return (packed & 1024) != 0 ? 0 : (packed >> 16 & 0xffff) - (packed & 1023);
}

void
check_type(const Assignment &assignment, const char *column)
{
	if (assignment.digits > digits_of_type(assignment.base_type, assignment.modifier))
		ereport(
			ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" of type %s cannot hold %d random digits", column,
					format_type_with_typemod(assignment.base_type, assignment.modifier),
					assignment.digits),
			 errdetail("The column must be integer (up to 9 digits), bigint, or numeric with that "
					   "many digits before the decimal point.")));
}

// The top of the partitions that a table or index belongs to, or itself. A partition that is being
// detached has no ancestors any more.
Oid
top_of(Relation relation)
{
	List *const ancestors = relation->rd_rel->relispartition
								? get_partition_ancestors(RelationGetRelid(relation))
								: NIL;
	return ancestors == NIL ? RelationGetRelid(relation) : llast_oid(ancestors);
}

// Whether an index decides if a number is taken. It must be unique, valid, not partial, and on the
// column alone, or belong to such an index of the root, which must also contain the partition key.
bool
decides(Relation index, AttrNumber column, const Assignment &assignment)
{
	const Form_pg_index form = index->rd_index;
	if (!form->indisunique || !form->indisvalid || form->indkey.values[0] != column ||
		index->rd_rel->relam != BTREE_AM_OID ||
		!heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, nullptr) ||
		index->rd_opcintype[0] != assignment.base_type)
		return false;
	if (form->indnkeyatts == 1)
		return true;
	const Oid top = top_of(index);
	return top != RelationGetRelid(index) && IndexGetRelation(top, false) == assignment.root &&
		   get_index_isvalid(top);
}

// The index of a table or leaf partition, which stays locked; 42P10 if there is none.
NumberedTable
numbered_table(Relation table, const char *column_name, const Assignment &assignment)
{
	NumberedTable numbered{};
	numbered.table_oid = RelationGetRelid(table);
	const AttrNumber column = column_number(table, column_name);
	List *const indexes = RelationGetIndexList(table);
	for (int i = 0; i < list_length(indexes) && !OidIsValid(numbered.index_oid); ++i)
	{
		const Relation index = index_open(list_nth_oid(indexes, i), AccessShareLock);
		if (decides(index, column, assignment))
		{
			numbered.index_oid = RelationGetRelid(index);
			const Oid equality = get_opfamily_member(index->rd_opfamily[0], assignment.base_type,
													 assignment.base_type, BTEqualStrategyNumber);
			ScanKeyInit(&numbered.key, 1, BTEqualStrategyNumber, get_opcode(equality), 0);
		}
		index_close(index, OidIsValid(numbered.index_oid) ? NoLock : AccessShareLock);
	}
	if (!OidIsValid(numbered.index_oid))
	{
		const char *const root =
			DatumGetCString(DirectFunctionCall1(regclassout, ObjectIdGetDatum(assignment.root)));
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_COLUMN_REFERENCE),
			 errmsg("there is no unique index on column \"%s\" of relation \"%s\"", column_name,
					RelationGetRelationName(table)),
			 numbered.table_oid == assignment.root
				 ? errhint("Create one with CREATE UNIQUE INDEX ON %s (%s).", root,
						   quote_identifier(column_name))
				 : errhint("Create one on %s that begins with %s and contains the columns of the "
						   "partition key.",
						   root, quote_identifier(column_name))));
	}
	return numbered;
}

// The root and all its partitions.
List *
tables_of(Oid root, LOCKMODE lock)
{
	return get_rel_relkind(root) == RELKIND_PARTITIONED_TABLE
			   ? find_all_inheritors(root, lock, nullptr)
			   : list_make1_oid(root);
}

// All tables that may hold a number, which stay locked. Who writes to a partition has not locked
// the root, which may be another one when it is.
void
find_tables(Assignment &assignment, const TriggerData *trigger)
{
	const char *const column_name = trigger->tg_trigger->tgargs[0];
	assignment.watched = NIL;
	assignment.tables_changed = false;
	MemoryContextReset(assignment.memory);
	const MemoryContext caller = MemoryContextSwitchTo(assignment.memory);
	do
	{
		assignment.root = top_of(trigger->tg_relation);
		LockRelationOid(assignment.root, AccessShareLock);
	} while (top_of(trigger->tg_relation) != assignment.root);
	assignment.root_column = get_attnum(assignment.root, column_name);
	List *const tables = tables_of(assignment.root, AccessShareLock);
	assignment.tables = static_cast<NumberedTable *>(
		palloc(sizeof(NumberedTable) * static_cast<std::size_t>(list_length(tables))));
	int count = 0;
	for (int i = 0; i < list_length(tables); ++i)
	{
		const Relation table = table_open(list_nth_oid(tables, i), NoLock);
		if (table->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
			assignment.tables[count++] = numbered_table(table, column_name, assignment);
		table_close(table, NoLock);
	}
	assignment.table_count = count;
	assignment.watched = tables;
	MemoryContextSwitchTo(caller);
}

// Whether a message of changed tables was about others, so that all have been searched.
bool
are_all_tables(Assignment &assignment, Relation table)
{
	assignment.tables_changed = false;
	if (top_of(table) == assignment.root &&
		equal(tables_of(assignment.root, NoLock), assignment.watched))
		return true;
	assignment.tables_changed = true;
	return false;
}

Assignment *
new_assignment(const TriggerData *trigger)
{
	auto *const assignment = static_cast<Assignment *>(palloc0(sizeof(Assignment)));
	const Relation table = trigger->tg_relation;
	assignment->digits = digits_of_argument(trigger->tg_trigger->tgargs[1]);
	assignment->column = column_number(table, trigger->tg_trigger->tgargs[0]);
	assignment->at_end.func = [](void *ended) {
		leave(*static_cast<Assignment *>(ended));
		release(static_cast<Assignment *>(ended)->lock);
	};
	assignment->at_end.arg = assignment;
	enlist(*assignment);
	MemoryContextRegisterResetCallback(CurrentMemoryContext, &assignment->at_end);
	return assignment;
}

// Finds out what must be known before a number can be drawn.
void
make_ready(Assignment &assignment, const TriggerData *trigger)
{
	const char *const column_name = trigger->tg_trigger->tgargs[0];
	const Relation table = trigger->tg_relation;
	if (is_citus_shard(RelationGetRelid(table)))
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("function \"%s\" cannot be used on a shard", "assign_random_digits"),
						errdetail("Numbers would be unique only within shard \"%s\".",
								  RelationGetRelationName(table))));
	const Form_pg_attribute column = TupleDescAttr(RelationGetDescr(table), assignment.column - 1);
	assignment.type = column->atttypid;
	assignment.modifier = column->atttypmod;
	assignment.base_type = getBaseTypeAndTypmod(assignment.type, &assignment.modifier);
	check_type(assignment, column_name);
	InitDirtySnapshot(assignment.dirty);
	note_table_changes();
	assignment.memory = AllocSetContextCreate(
		CurrentMemoryContext, "tables of assign_random_digits", ALLOCSET_SMALL_SIZES);
	find_tables(assignment, trigger);
}

// Numbers -----------------------------------------------------------------------------------------

Datum
number_datum(const Assignment &assignment, std::uint64_t number)
{
	if (assignment.base_type == INT4OID)
		return Int32GetDatum(static_cast<int32>(number));
	if (assignment.base_type == INT8OID)
		return Int64GetDatum(static_cast<int64>(number));
	const Datum plain = NumericGetDatum(int64_to_numeric(static_cast<int64>(number)));
	const Datum of_type = DirectFunctionCall2(numeric, plain, Int32GetDatum(assignment.modifier));
	pfree(DatumGetPointer(plain));
	return of_type;
}

void
open_tables(Assignment &assignment)
{
	for (int i = 0; i < assignment.table_count; ++i)
	{
		NumberedTable &numbered = assignment.tables[i];
		numbered.table = table_open(numbered.table_oid, NoLock);
		numbered.index = index_open(numbered.index_oid, NoLock);
		numbered.scan = begin_index_scan(numbered.table, numbered.index, &assignment.dirty, 1);
		numbered.slot = table_slot_create(numbered.table, nullptr);
	}
}

void
close_tables(Assignment &assignment)
{
	for (int i = 0; i < assignment.table_count; ++i)
	{
		const NumberedTable &numbered = assignment.tables[i];
		ExecDropSingleTupleTableSlot(numbered.slot);
		index_endscan(numbered.scan);
		index_close(numbered.index, NoLock);
		table_close(numbered.table, NoLock);
	}
}

// Whether a row of the table has the number, committed or not; counts the entries of the index.
bool
has_row(NumberedTable &numbered, Datum number, int &entries)
{
	numbered.key.sk_argument = number;
	index_rescan(numbered.scan, &numbered.key, 1, nullptr, 0);
	for (; index_getnext_tid(numbered.scan, ForwardScanDirection) != nullptr; ++entries)
		if (index_fetch_heap(numbered.scan, numbered.slot))
		{
			ExecClearTuple(numbered.slot);
			return true;
		}
	return false;
}

// Whether a row of any of the tables has the number. Notes a transaction that may undo that.
bool
is_taken(Assignment &assignment, std::uint64_t number)
{
	const Datum datum = number_datum(assignment, number);
	bool taken = false;
	// An update that commits just now can hide both versions of its row, also one that moves it to
	// another partition: the new one was not in its index yet, the old one is not valid any more.
	// Hence another look while there are other entries than before.
	for (int seen = 0, entries = 0; !taken; seen = entries)
	{
		entries = 0;
		for (int i = 0; i < assignment.table_count && !taken; ++i)
			taken = has_row(assignment.tables[i], datum, entries);
		if (entries == seen)
			break;
	}
	if (assignment.base_type == NUMERICOID)
		pfree(DatumGetPointer(datum));
	const TransactionId writer =
		TransactionIdIsValid(assignment.dirty.xmin) ? assignment.dirty.xmin : assignment.dirty.xmax;
	if (taken && TransactionIdIsValid(writer))
		assignment.busy_transaction = writer;
	return taken;
}

// Locks a number for this transaction, unless it is taken.
Asked
ask_for(Assignment &assignment, std::uint64_t number)
{
	CHECK_FOR_INTERRUPTS();
	// If numbers are scarce, look first: most of them are not worth a lock.
	if (assignment.scarce && is_taken(assignment, number))
		return Asked::taken;
	assignment.lock.tag = bucket_of(assignment, number);
	assignment.lock.number = number;
	if (!acquire(assignment.lock, false))
	{
		assignment.met_lock = true;
		assignment.busy_lock = assignment.lock.tag;
		return Asked::busy;
	}
	if (!is_given(assignment) && !is_taken(assignment, number))
		return Asked::granted;
	release(assignment.lock);
	assignment.scarce = true;
	return Asked::taken;
}

// Waits for a transaction that may give up a number. Only a transaction that has not been given one
// may wait, so that no two wait for each other.
void
wait_for_others(Assignment &assignment, const TriggerData *trigger)
{
	if (!assignment.met_lock && !TransactionIdIsValid(assignment.busy_transaction))
		ereport(ERROR,
				(errcode(ERRCODE_SEQUENCE_GENERATOR_LIMIT_EXCEEDED),
				 errmsg("column \"%s\" of relation \"%s\" has no unused %d-digit numbers left",
						trigger->tg_trigger->tgargs[0],
						RelationGetRelationName(trigger->tg_relation), assignment.digits)));
	if (FullTransactionIdEquals(last_assigned, GetTopFullTransactionId()))
		ereport(ERROR,
				(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
				 errmsg("could not obtain a %d-digit number for column \"%s\" of relation \"%s\"",
						assignment.digits, trigger->tg_trigger->tgargs[0],
						RelationGetRelationName(trigger->tg_relation)),
				 errdetail("All remaining numbers are held by other transactions."),
				 errhint("The transaction might succeed if retried.")));
	if (TransactionIdIsValid(assignment.busy_transaction))
		XactLockTableWait(assignment.busy_transaction, nullptr, nullptr, XLTW_None);
	else
	{
		assignment.lock.tag = assignment.busy_lock;
		acquire(assignment.lock, true);
		release(assignment.lock);
	}
}

std::uint64_t
assign_number(Assignment &assignment, const TriggerData *trigger)
{
	for (;;)
	{
		assignment.scarce = assignment.met_lock = false;
		assignment.busy_transaction = InvalidTransactionId;
		std::uint64_t number = 0;
		if (assignment.tables_changed)
			find_tables(assignment, trigger);
		open_tables(assignment);
		const Picked picked = pick_number(
			power_of_ten(assignment.digits), pooled_random(),
			[&](std::uint64_t n) { return ask_for(assignment, n); },
			[&] { release(assignment.lock); }, number);
		close_tables(assignment);
		// Whoever put a number into a partition that is new has given back the lock that is held
		// now, and has told of the partition before.
		AcceptInvalidationMessages();
		if (assignment.tables_changed && !are_all_tables(assignment, trigger->tg_relation))
		{
			release(assignment.lock);
			continue;
		}
		if (picked == Picked::number)
		{
			last_assigned = GetTopFullTransactionId();
			return number;
		}
		if (picked == Picked::random_failed)
			raise_random_failed();
		wait_for_others(assignment, trigger);
	}
}

} // namespace

SQL_FUNCTION(assign_random_digits)
{
	check_fired_before_insert(fcinfo);
	const auto *const trigger = reinterpret_cast<TriggerData *>(fcinfo->context);
	const TupleDesc row_type = RelationGetDescr(trigger->tg_relation);
	const MemoryContext of_row = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	if (fcinfo->flinfo->fn_extra == nullptr)
		fcinfo->flinfo->fn_extra = new_assignment(trigger);
	auto *const assignment = static_cast<Assignment *>(fcinfo->flinfo->fn_extra);
	// The row before this one is in the index.
	release(assignment->lock);
	if (!heap_attisnull(trigger->tg_trigtuple, assignment->column, row_type))
	{
		MemoryContextSwitchTo(of_row);
		return PointerGetDatum(trigger->tg_trigtuple);
	}
	if (assignment->memory == nullptr)
		make_ready(*assignment, trigger);
	MemoryContextSwitchTo(of_row);

	int column = assignment->column;
	Datum number = number_datum(*assignment, assign_number(*assignment, trigger));
	bool is_null = false;
	if (assignment->type != assignment->base_type)
		domain_check(number, false, assignment->type, &assignment->domain_checks,
					 fcinfo->flinfo->fn_mcxt);
	return PointerGetDatum(
		heap_modify_tuple_by_cols(trigger->tg_trigtuple, row_type, 1, &column, &number, &is_null));
}
