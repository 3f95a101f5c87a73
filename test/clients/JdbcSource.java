// Pollers with the statements of Kafka Connect's JDBC source, in its modes "incrementing" and
// "timestamp", and of keyset pagination: one connection, one prepared statement, and the last value
// read
// SPDX-License-Identifier: PostgreSQL
// needs: default-jdk-headless libpostgresql-jdbc-java
//
// Four sessions write. Polls of the tables miss rows, those of the views of doc/follow.md miss
// none.
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class JdbcSource {
    static volatile boolean writing = true;
    static volatile boolean polling = true;
    static boolean failed = false;

    static void check(String name, boolean ok) {
        failed |= !ok;
        System.out.println((ok ? "ok" : "not ok") + " - jdbcsource: " + name);
    }

    static Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(
            System.getenv("OBJECTID_JDBC_URL"), System.getenv("PGUSER"), "");
        connection.setAutoCommit(false);
        return connection;
    }

    // What is polled: a table or a view, with a number that ascends, or with the time of the
    // update.
    static class Poller implements Callable<Void> {
        private final String query;
        private final boolean byTime;
        private long lastId = -1;
        private Timestamp lastTime = new Timestamp(0);
        final List<Long> ids = Collections.synchronizedList(new ArrayList<>());
        final Map<Long, Timestamp> copy = new ConcurrentHashMap<>();

        Poller(String relation, boolean byTime, String limit) {
            this.byTime = byTime;
            query = "SELECT * FROM \"" + relation + "\" WHERE "
                + (byTime ? "\"updated_at\" > ? AND \"updated_at\" < ? ORDER BY \"updated_at\" ASC"
                          : "\"id\" > ? ORDER BY \"id\" ASC") + limit;
        }

        @Override
        public Void call() throws SQLException, InterruptedException {
            try (Connection connection = connect();
                    PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setFetchSize(100);
                while (polling) {
                    poll(connection, statement);
                    connection.commit();
                    Thread.sleep(1);
                }
            }
            return null;
        }

        private void poll(Connection connection, PreparedStatement statement) throws SQLException {
            if (byTime) {
                statement.setTimestamp(1, lastTime);
                statement.setTimestamp(2, now(connection));
            } else {
                statement.setLong(1, lastId);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next())
                    read(rows);
            }
        }

        private synchronized void read(ResultSet row) throws SQLException {
            lastId = row.getLong("id");
            ids.add(lastId);
            lastTime = row.getTimestamp("updated_at");
            copy.put(lastId, lastTime);
        }

        // Rows before the last one read that were not read, but for those that will come once more.
        synchronized long missed(Map<Long, Timestamp> items) {
            return items.entrySet().stream().filter(item -> item.getKey() > 20
                && (byTime ? item.getValue().before(lastTime) : item.getKey() < lastId)
                && !copy.containsKey(item.getKey())).count();
        }

        synchronized boolean isAtEndOf(Map<Long, Timestamp> items) {
            return byTime ? lastTime.equals(Collections.max(items.values()))
                          : lastId == Collections.max(items.keySet());
        }
    }

    static Timestamp now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CURRENT_TIMESTAMP")) {
            row.next();
            return row.getTimestamp(1);
        }
    }

    // Rows 1 to 20 are updated again and again, the others are inserted.
    static Void write(long seed) throws SQLException, InterruptedException {
        Random random = new Random(seed);
        try (Connection connection = connect();
            Statement statement = connection.createStatement()) {
            for (int n = 1; writing; n++) {
                statement.execute("INSERT INTO item DEFAULT VALUES");
                statement.execute(
                    "UPDATE item SET title = '" + n + "' WHERE id = " + (1 + random.nextInt(20)));
                Thread.sleep(n % 50 == 0 ? 300 : random.nextInt(20));
                statement.execute("INSERT INTO item DEFAULT VALUES");
                if (n % 5 == 0)
                    connection.rollback();
                else
                    connection.commit();
            }
        }
        return null;
    }

    static Map<Long, Timestamp> items(Connection connection) throws SQLException {
        Map<Long, Timestamp> items = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, updated_at FROM item")) {
            while (rows.next())
                items.put(rows.getLong(1), rows.getTimestamp(2));
        }
        connection.commit();
        return items;
    }

    interface Condition {
        boolean holds() throws SQLException;
    }

    static void waitUntil(String what, Condition condition)
        throws SQLException, InterruptedException {
        for (long end = System.nanoTime() + 120_000_000_000L; !condition.holds();) {
            if (System.nanoTime() > end)
                throw new IllegalStateException("waited in vain: " + what);
            Thread.sleep(10);
        }
    }

    static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                "CREATE TABLE item ("
                + "id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text, "
                + "updated_at timestamptz NOT NULL DEFAULT clock_timestamp());"
                + "CREATE INDEX ON item (updated_at);"
                + "CREATE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN NEW.updated_at := clock_timestamp(); RETURN NEW; END';"
                + "CREATE TRIGGER set_updated_at BEFORE UPDATE ON item "
                + "FOR EACH ROW EXECUTE FUNCTION set_updated_at();"
                + "CREATE VIEW item_by_id AS SELECT * FROM item WHERE id < resolved_number('item');"
                + "CREATE VIEW item_by_time AS SELECT * FROM item "
                + "WHERE updated_at < resolved_timestamp('item');"
                + "INSERT INTO item (title) SELECT i FROM generate_series(1, 20) i");
        }
        connection.commit();
    }

    public static void main(String[] arguments) throws Exception {
        long seed = System.getenv("OBJECTID_SEED") == null
            ? new Random().nextInt(1 << 30) : Long.parseLong(System.getenv("OBJECTID_SEED"));
        System.out.println("# OBJECTID_SEED=" + seed);
        Poller tableById = new Poller("item", false, "");
        Poller viewById = new Poller("item_by_id", false, "");
        Poller pages = new Poller("item_by_id", false, " LIMIT 100");
        Poller tableByTime = new Poller("item", true, "");
        Poller viewByTime = new Poller("item_by_time", true, "");
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Void>> writers = new ArrayList<>();
        List<Future<Void>> pollers = new ArrayList<>();
        try (Connection connection = connect()) {
            prepare(connection);
            for (Poller poller : List.of(tableById, viewById, pages, tableByTime, viewByTime))
                pollers.add(threads.submit(poller));
            for (int n = 0; n < 4; n++) {
                long seedOfWriter = seed + n;
                writers.add(threads.submit(() -> write(seedOfWriter)));
            }
            waitUntil("polls of the table miss rows", () -> {
                Map<Long, Timestamp> items = items(connection);
                return items.size() > 500 && tableById.missed(items) > 0
                    && tableByTime.missed(items) > 0;
            });
            writing = false;
            for (Future<Void> writer : writers)
                writer.get();
            Map<Long, Timestamp> items = items(connection);
            List<Long> ids = new ArrayList<>(items.keySet());
            System.out.println("# of " + ids.size() + " rows, polls of the table miss "
                + tableById.missed(items) + " by id and " + tableByTime.missed(items) + " by time");
            waitUntil("the newest rows arrive", () -> viewById.isAtEndOf(items)
                && pages.isAtEndOf(items) && viewByTime.isAtEndOf(items));
            check("the view by id gave each row once and in order", viewById.ids.equals(ids));
            check("so did its pages", pages.ids.equals(ids));
            check("the view by time gave the last state of each row",
                viewByTime.copy.equals(items));
        } finally {
            writing = false;
            polling = false;
            threads.shutdown();
        }
        for (Future<Void> poller : pollers)
            poller.get();
        System.exit(failed ? 1 : 0);
    }
}
