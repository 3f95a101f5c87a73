// JDBC: the type as the ObjectId of MongoDB's Java driver, in both formats of the protocol
// SPDX-License-Identifier: PostgreSQL
// needs: default-jdk-headless libpostgresql-jdbc-java libmongodb-java
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Properties;
import org.bson.types.ObjectId;
import org.postgresql.PGConnection;

public class Jdbc {
    static boolean failed = false;
    static String mode;

    static void check(String name, Object answer, Object expected) {
        boolean ok = answer == null ? expected == null : answer.equals(expected);
        failed |= !ok;
        System.out.println((ok ? "ok" : "not ok") + " - jdbc: " + mode + ": " + name);
        if (!ok)
            System.out.println("# " + answer + ", and not " + expected);
    }

    static final ObjectId A = new ObjectId("507f1f77bcf86cd799439011");
    static final ObjectId B = new ObjectId("6ae68100ffffffffffffffff");
    static final Instant TIME = Instant.parse("2020-01-01T00:00:00Z");

    public static void main(String[] arguments) throws SQLException {
        mode = "text";
        test("");
        try (Connection connection = connect("");
                Statement statement = connection.createStatement();
                ResultSet rs = statement.executeQuery(
                        "SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype")) {
            rs.next();
            mode = "binary";
            test(rs.getString(1));
        }
        System.exit(failed ? 1 : 0);
    }

    static Connection connect(String binary) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", System.getenv("PGUSER"));
        properties.setProperty("prepareThreshold", "-1"); // binary from the first execution on
        properties.setProperty("binaryTransferEnable", binary);
        // recipe: connect
        String url = System.getenv("OBJECTID_JDBC_URL");
        Connection connection = DriverManager.getConnection(url, properties);
        connection.unwrap(PGConnection.class).addDataType("objectid", PGObjectId.class);
        // recipe: end
        return connection;
    }

    static void test(String binary) throws SQLException {
        try (Connection connection = connect(binary);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS orders");
            statement.execute(
                "CREATE TABLE orders ("
                + "id objectid PRIMARY KEY DEFAULT gen_objectid(), "
                + "customer objectid, items objectid[])"
            );
            // recipe: use
            PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO orders (customer, items) VALUES (?, ?) RETURNING id"
            );
            insert.setObject(1, new PGObjectId(A));
            insert.setArray(2, connection.createArrayOf("objectid", new Object[] {A, B}));
            ResultSet inserted = insert.executeQuery();
            inserted.next();
            ObjectId id = inserted.getObject(1, PGObjectId.class).toObjectId();
            // recipe: end

            PreparedStatement select = connection.prepareStatement(
                "SELECT customer, items FROM orders WHERE id = ?"
            );
            select.setObject(1, new PGObjectId(id));
            ResultSet found = select.executeQuery();
            found.next();
            ObjectId customer = ((PGObjectId) found.getObject(1)).toObjectId();
            check(
                "insert returns an id of now",
                Math.abs(
                    id.getDate().toInstant().getEpochSecond() - Instant.now().getEpochSecond()
                ) < 60,
                true
            );
            check("look-up with a parameter", customer, A);
            check("text of it", found.getString(1), A.toHexString());
            Array items = found.getArray(2);
            check("arrays", items.toString(), "{" + A.toHexString() + "," + B.toHexString() + "}");

            PreparedStatement several = connection.prepareStatement(
                "SELECT id FROM orders WHERE id = ANY (?)"
            );
            several.setArray(1, connection.createArrayOf("objectid", new Object[] {id, B}));
            check("look-up with an array", first(several), id);

            PreparedStatement recent = connection.prepareStatement(
                "SELECT id FROM orders WHERE id >= ?"
            );
            recent.setObject(1, OffsetDateTime.ofInstant(TIME, ZoneOffset.UTC));
            check("time range", first(recent), id);

            PreparedStatement empty = connection.prepareStatement(
                "INSERT INTO orders (customer) VALUES (?) RETURNING customer"
            );
            empty.setNull(1, java.sql.Types.OTHER);
            check("NULL", first(empty), null);

            PreparedStatement byText = connection.prepareStatement(
                "SELECT id FROM orders WHERE customer = ?::objectid"
            );
            byText.setString(1, A.toHexString());
            check("text as a parameter, with a cast", first(byText), id);

            try {
                byText.setString(1, "507f1f77bcf86cd79943901");
                check("malformed input", first(byText), "an error");
            } catch (SQLException error) {
                check("malformed input: SQLException", error.getSQLState(), "22P02");
            }
        }
    }

    static ObjectId first(PreparedStatement statement) throws SQLException {
        try (ResultSet rs = statement.executeQuery()) {
            rs.next();
            PGObjectId id = rs.getObject(1, PGObjectId.class);
            return id == null ? null : id.toObjectId();
        }
    }
}
