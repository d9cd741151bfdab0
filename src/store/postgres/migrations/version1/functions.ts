/** Functions with SQLite's names, so that one statement runs on both engines. The planner puts their bodies in place. */
export const functions = `
create function json_each(list text) returns table (key bigint, value text) language sql immutable
  as $$ select ordinality - 1, item from jsonb_array_elements_text(list::jsonb) with ordinality as items (item, ordinality) $$;

create function json_array_length(list text) returns integer language sql immutable
  as $$ select jsonb_array_length(list::jsonb) $$;

create function json_item(list text, place integer) returns text language sql immutable
  as $$ select list::jsonb ->> place $$;

create operator ->> (leftarg = text, rightarg = integer, function = json_item);

create function json_field(object text, name text) returns text language sql immutable
  as $$ select object::jsonb ->> name $$;

create operator ->> (leftarg = text, rightarg = text, function = json_field);

create function instr(whole text, part text) returns integer language sql immutable
  as $$ select strpos(whole, part) $$;

create function octet_length(number bigint) returns integer language sql immutable
  as $$ select octet_length(number::text) $$;

create function octet_length(number double precision) returns integer language sql immutable
  as $$ select octet_length(number::text) $$;

create function local_day(moment bigint, zone text) returns text language sql stable
  as $$ select to_char(to_timestamp(moment / 1000.0) at time zone zone, 'YYYY-MM-DD') collate "C" $$;

create function at_most(most bigint, figure bigint, refusal text) returns bigint language plpgsql immutable
  as $$ begin
    if figure > most then raise exception using errcode = 'WS001', message = refusal; end if;
    return figure;
  end $$;
`;
