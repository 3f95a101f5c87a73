// For pgx 5 without database/sql, in both formats of the protocol. Stands beside objectid.go.
// SPDX-License-Identifier: PostgreSQL
package objectid

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// Register teaches a connection the type: it is what AfterConnect of pgxpool.Config takes.
func Register(ctx context.Context, conn *pgx.Conn) error {
	var oid, arrayOID uint32 // differ from database to database
	const types = "SELECT oid, typarray FROM pg_type WHERE oid = 'objectid'::regtype"
	if err := conn.QueryRow(ctx, types).Scan(&oid, &arrayOID); err != nil {
		return err
	}
	scalar := &pgtype.Type{Name: "objectid", OID: oid, Codec: codec{}}
	arrayCodec := &pgtype.ArrayCodec{ElementType: scalar}
	array := &pgtype.Type{Name: "_objectid", OID: arrayOID, Codec: arrayCodec}
	conn.TypeMap().RegisterType(scalar)
	conn.TypeMap().RegisterType(array)
	conn.TypeMap().RegisterDefaultPgType(ObjectID{}, "objectid")
	conn.TypeMap().RegisterDefaultPgType([]ObjectID{}, "_objectid")
	return nil
}

type codec struct{}

func (codec) FormatSupported(format int16) bool {
	return format == pgtype.BinaryFormatCode || format == pgtype.TextFormatCode
}

func (codec) PreferredFormat() int16 { return pgtype.BinaryFormatCode }

func (codec) PlanEncode(_ *pgtype.Map, _ uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(ObjectID); ok {
		return encode(format)
	}
	return nil
}

type encode int16

func (format encode) Encode(value any, buf []byte) ([]byte, error) {
	id := value.(ObjectID)
	if format == pgtype.BinaryFormatCode {
		return append(buf, id[:]...), nil
	}
	return append(buf, id.String()...), nil
}

func (codec) PlanScan(_ *pgtype.Map, _ uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*ObjectID); ok {
		return scan(format)
	}
	return nil
}

type scan int16

func (format scan) Scan(src []byte, target any) error {
	if src == nil {
		return fmt.Errorf("cannot scan NULL into %T", target)
	}
	return target.(*ObjectID).Scan(src) // twelve bytes or 24 digits
}

func (c codec) DecodeDatabaseSQLValue(
	m *pgtype.Map, oid uint32, format int16, src []byte,
) (driver.Value, error) {
	id, err := c.DecodeValue(m, oid, format, src)
	if id, ok := id.(ObjectID); ok {
		return id.String(), nil
	}
	return nil, err
}

func (codec) DecodeValue(_ *pgtype.Map, _ uint32, _ int16, src []byte) (any, error) {
	if src == nil {
		return nil, nil
	}
	var id ObjectID
	err := id.Scan(src)
	return id, err
}
