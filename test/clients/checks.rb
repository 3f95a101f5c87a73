# What every Ruby client is asked, and what its answer must be.
# SPDX-License-Identifier: PostgreSQL
require 'bson'
require 'time'

A = BSON::ObjectId.from_string('507f1f77bcf86cd799439011') # of 2012-10-17
B = BSON::ObjectId.from_string('6ae68100ffffffffffffffff') # of 2026-11-01
TIME = Time.utc(2020) # between the two
MALFORMED = '507f1f77bcf86cd79943901'
CLIENT = File.basename($PROGRAM_NAME, '.rb')
$failed = false
at_exit { exit!(1) if $failed }

def check(name, answer, expected = true)
  ok = answer == expected
  $failed ||= !ok
  puts "#{ok ? 'ok' : 'not ok'} - #{CLIENT}: #{name}"
  puts "# #{answer.inspect}, and not #{expected.inspect}" unless ok
  $stdout.flush
end

def refused(name, error)
  yield
  check(name, 'no error', error)
rescue error => e
  check("#{name}: #{e.class}", true)
end
