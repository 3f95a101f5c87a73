// What is shown of JSON: the beginning of a value, and paths in a document.
// SPDX-License-Identifier: PostgreSQL
#include "pg/ejson_text.hpp"

namespace objectid {

namespace {

// What is shown of a value, in bytes.
constexpr int longest_excerpt = 200;

// The beginning of a string: whole characters that fill more than so many bytes, if it has them.
std::string_view
beginning_of(std::string_view string, int bytes)
{
	const int length = pg_mbcliplen(string.data(), static_cast<int>(string.size()),
									bytes + MAX_MULTIBYTE_CHAR_LEN);
	return {string.data(), static_cast<std::size_t>(length)};
}

bool
is_utf8()
{
	return GetDatabaseEncoding() == PG_UTF8;
}

void
append_quoted(StringInfo text, std::string_view string)
{
	char *copy = pnstrdup(string.data(), string.size());
	escape_json(text, copy);
	pfree(copy);
}

// Of a long string only the beginning. A number is appended whole, as it has 150,000 digits at
// most.
void
append_scalar(StringInfo text, const JsonbValue &value)
{
	switch (value.type)
	{
	case jbvNull:
		appendStringInfoString(text, "null");
		break;
	case jbvBool:
		appendStringInfoString(text, value.val.boolean ? "true" : "false");
		break;
	case jbvNumeric:
		appendStringInfoString(text, DatumGetCString(DirectFunctionCall1(
										 numeric_out, NumericGetDatum(value.val.numeric))));
		break;
	default:
		append_quoted(text, beginning_of(string_of(value), longest_excerpt));
	}
}

void
append_token(StringInfo text, JsonbIteratorToken token, const JsonbValue &value)
{
	switch (token)
	{
	case WJB_BEGIN_ARRAY:
		appendStringInfoChar(text, '[');
		break;
	case WJB_END_ARRAY:
		appendStringInfoChar(text, ']');
		break;
	case WJB_BEGIN_OBJECT:
		appendStringInfoChar(text, '{');
		break;
	case WJB_END_OBJECT:
		appendStringInfoChar(text, '}');
		break;
	case WJB_KEY:
		append_scalar(text, value);
		appendStringInfoString(text, ": ");
		break;
	default:
		append_scalar(text, value);
	}
}

} // namespace

bool
cut_off(StringInfo text, int limit, int first)
{
	const int length = text->len - first;
	if (length <= limit)
		return false;
	text->len = first + pg_mbcliplen(text->data + first, length, limit);
	appendStringInfoString(text, "...");
	return true;
}

void
append_key(StringInfo path, std::string_view key)
{
	const auto append = [path](std::string_view part) {
		appendBinaryStringInfo(path, part.data(), static_cast<int>(part.size()));
	};
	appendStringInfoChar(path, '.');
	if (is_plain_key(key))
		append(key);
	else
		append_quoted_key(beginning_of(key, longest_path), is_utf8(), append);
}

const char *
text_of_path(const EjsonPath *path)
{
	List *steps = NIL; // from the value outwards
	for (; path != nullptr; path = path->parent)
		steps = lappend(steps, const_cast<EjsonPath *>(path));
	StringInfoData text;
	initStringInfo(&text);
	appendStringInfoChar(&text, '$');
	for (int i = list_length(steps) - 1; i >= 0 && text.len <= longest_path; --i)
	{
		const auto *step = static_cast<const EjsonPath *>(list_nth(steps, i));
		if (step->key == nullptr)
			appendStringInfo(&text, "[%d]", step->index);
		else
			append_key(&text, string_of(*step->key));
	}
	cut_off(&text, longest_path);
	return text.data;
}

const char *
excerpt_of(JsonbContainer *container)
{
	// a scalar is stored as an array, of it alone
	const bool is_scalar = JsonContainerIsScalar(container);
	JsonbIterator *iterator = JsonbIteratorInit(container);
	StringInfoData text;
	initStringInfo(&text);
	bool is_first = true;
	while (text.len <= longest_excerpt)
	{
		JsonbValue value;
		const JsonbIteratorToken token = JsonbIteratorNext(&iterator, &value, false);
		if (token == WJB_DONE)
			break;
		if (is_scalar && (token == WJB_BEGIN_ARRAY || token == WJB_END_ARRAY))
			continue;
		const bool is_end = token == WJB_END_ARRAY || token == WJB_END_OBJECT;
		if (!is_first && !is_end)
			appendStringInfoString(&text, ", ");
		append_token(&text, token, value);
		is_first = token == WJB_BEGIN_ARRAY || token == WJB_BEGIN_OBJECT || token == WJB_KEY;
	}
	cut_off(&text, longest_excerpt);
	return text.data;
}

const char *
excerpt_of(std::string_view string)
{
	const std::string_view beginning = beginning_of(string, longest_excerpt);
	StringInfoData text;
	initStringInfo(&text);
	appendBinaryStringInfo(&text, beginning.data(), static_cast<int>(beginning.size()));
	cut_off(&text, longest_excerpt);
	return text.data;
}

} // namespace objectid
