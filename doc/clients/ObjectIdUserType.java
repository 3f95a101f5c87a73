// Hibernate 6: a field of MongoDB's ObjectId in a column of objectid
// SPDX-License-Identifier: PostgreSQL
import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.bson.types.ObjectId;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.usertype.UserType;

public class ObjectIdUserType implements UserType<ObjectId> {
    @Override
    public int getSqlType() {
        return Types.OTHER;
    }

    @Override
    public Class<ObjectId> returnedClass() {
        return ObjectId.class;
    }

    @Override
    public ObjectId nullSafeGet(
            ResultSet rs, int position, SharedSessionContractImplementor session, Object owner)
            throws SQLException {
        String digits = rs.getString(position);
        return digits == null ? null : new ObjectId(digits);
    }

    @Override
    public void nullSafeSet(
            PreparedStatement statement, ObjectId id, int index,
            SharedSessionContractImplementor session)
            throws SQLException {
        if (id == null)
            statement.setNull(index, Types.OTHER);
        else
            statement.setObject(index, new PGObjectId(id));
    }

    @Override
    public boolean equals(ObjectId a, ObjectId b) {
        return a == null ? b == null : a.equals(b);
    }

    @Override
    public int hashCode(ObjectId id) {
        return id.hashCode();
    }

    @Override
    public ObjectId deepCopy(ObjectId id) {
        return id; // immutable
    }

    @Override
    public boolean isMutable() {
        return false;
    }

    @Override
    public Serializable disassemble(ObjectId id) {
        return id;
    }

    @Override
    public ObjectId assemble(Serializable cached, Object owner) {
        return (ObjectId) cached;
    }
}
