// tokio-postgres, in the binary format of the protocol
// SPDX-License-Identifier: PostgreSQL
// needs: cargo librust-tokio-postgres-dev
mod objectid;

use objectid::ObjectId;
use std::env;
use std::time::{Duration, SystemTime};
use tokio_postgres::{Client, Error, NoTls};

static mut FAILED: bool = false;

fn check<T: PartialEq + std::fmt::Debug>(name: &str, answer: T, expected: T) {
    let ok = answer == expected;
    println!("{} - rust: {}", if ok { "ok" } else { "not ok" }, name);
    if !ok {
        println!("# {:?}, and not {:?}", answer, expected);
        unsafe { FAILED = true };
    }
}

async fn test(client: &Client) -> Result<(), Error> {
    let a: ObjectId = "507f1f77bcf86cd799439011".parse().unwrap(); // of 2012-10-17
    let b: ObjectId = "6ae68100ffffffffffffffff".parse().unwrap(); // of 2026-11-01
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_577_836_800); // 2020, between the two
    client
        .batch_execute(
            "CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), \
                customer objectid, items objectid[])"
        )
        .await?;

    // recipe: use
    let items = vec![Some(a), None, Some(b)];
    let insert = "INSERT INTO orders (customer, items) VALUES ($1, $2) RETURNING id";
    let id: ObjectId = client.query_one(insert, &[&a, &items]).await?.get(0);
    let found = client.query_one("SELECT customer, items FROM orders WHERE id = $1", &[&id]).await?;
    let (customer, back): (Option<ObjectId>, Vec<Option<ObjectId>>) = (found.get(0), found.get(1));
    let several = client.query("SELECT id FROM orders WHERE id = ANY ($1)", &[&vec![id, b]]).await?;
    // recipe: end
    let recent = client.query("SELECT id FROM orders WHERE id >= $1::timestamptz", &[&time]).await?;
    check("insert returns an ObjectId", id > a && id.to_string().len() == 24, true);
    check("look-up with a parameter", customer, Some(a));
    check("arrays", back, items);
    check("look-up with an array", several.iter().map(|row| row.get(0)).collect(), vec![id]);
    check("time range", recent.iter().map(|row| row.get(0)).collect(), vec![id]);

    let none: Option<ObjectId> = None;
    let null: Option<ObjectId> = client.query_one(
        "INSERT INTO orders (customer) VALUES ($1) RETURNING customer", &[&none]
    ).await?.get(0);
    check("NULL", null, None);
    let by_text: ObjectId = client.query_one(
        "SELECT id FROM orders WHERE customer = $1::text::objectid", &[&a.to_string()]
    ).await?.get(0);
    check("text as a parameter, with a cast", by_text, id);
    let error = client.query(
        "SELECT $1::text::objectid", &[&"507f1f77bcf86cd79943901"]
    ).await.unwrap_err();
    check("malformed input", error.code().map(|state| state.code()), Some("22P02"));
    let error = client.query("SELECT id FROM orders WHERE id = $1", &[&1i32]).await.unwrap_err();
    let text = std::error::Error::source(&error).map_or_else(
        || error.to_string(), |source| source.to_string()
    );
    check(
        "another type", text.as_str(),
        "cannot convert between the Rust type `i32` and the Postgres type `objectid`"
    );
    check(
        "malformed input of the class", "507f1f77bcf86cd79943901".parse::<ObjectId>().is_err(), true
    );
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let config = format!(
        "host={} user={} dbname={}", env::var("PGHOST").unwrap(), env::var("PGUSER").unwrap(),
        env::var("PGDATABASE").unwrap()
    );
    let (client, connection) = tokio_postgres::connect(&config, NoTls).await.unwrap();
    tokio::spawn(connection);
    if let Err(error) = test(&client).await {
        println!("not ok - rust: {}", error);
        unsafe { FAILED = true };
    }
    std::process::exit(unsafe { FAILED } as i32);
}
