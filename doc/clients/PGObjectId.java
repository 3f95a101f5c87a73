// An objectid as pgjdbc hands it over
// SPDX-License-Identifier: PostgreSQL
import java.util.Arrays;
import org.bson.types.ObjectId;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

public class PGObjectId extends PGobject implements PGBinaryObject {
    public PGObjectId() {
        type = "objectid";
    }

    public PGObjectId(ObjectId id) {
        this();
        value = id.toHexString();
    }

    public ObjectId toObjectId() {
        return value == null ? null : new ObjectId(value);
    }

    @Override
    public void setByteValue(byte[] bytes, int offset) {
        byte[] id = Arrays.copyOfRange(bytes, offset, offset + 12);
        value = new ObjectId(id).toHexString();
    }

    @Override
    public int lengthInBytes() {
        return 12;
    }

    @Override
    public void toBytes(byte[] bytes, int offset) {
        System.arraycopy(toObjectId().toByteArray(), 0, bytes, offset, 12);
    }
}
