// objectid for tokio-postgres and postgres, which speak the binary format of the protocol
// SPDX-License-Identifier: PostgreSQL
use bytes::BytesMut;
use postgres_types::{to_sql_checked, FromSql, IsNull, ToSql, Type};
use std::error::Error;
use std::{fmt, str};

/// MongoDB's: `bson::oid::ObjectId::from_bytes(id.0)`, and back `ObjectId(theirs.bytes())`.
/// `Option<ObjectId>` is for what may be NULL, `Vec<ObjectId>` is objectid[].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub [u8; 12]);

impl ToSql for ObjectId {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    fn accepts(ty: &Type) -> bool {
        ty.name() == "objectid"
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for ObjectId {
    fn from_sql(_: &Type, bytes: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(ObjectId(bytes.try_into()?))
    }

    fn accepts(ty: &Type) -> bool {
        ty.name() == "objectid"
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{:02x}", byte))
    }
}

impl str::FromStr for ObjectId {
    type Err = Box<dyn Error + Sync + Send>;

    fn from_str(digits: &str) -> Result<Self, Self::Err> {
        if digits.len() != 24 || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
            return Err(format!("an objectid has 24 hexadecimal digits: {:?}", digits).into());
        }
        let mut id = [0; 12];
        for (i, byte) in id.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * i..2 * i + 2], 16)?;
        }
        Ok(ObjectId(id))
    }
}
