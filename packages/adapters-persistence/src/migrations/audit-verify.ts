/** What the columns of a row say that its payload holds, in three places, and where its access ends. */
export const expectedBytes = `convert_to('},"action":"' || action || '","actor":{"id":' || coalesce('"' || actor_id || '"', 'null')
          || ',"kind":"' || actor_kind || '","sessionId":', 'UTF8') as after_access,
        convert_to(',"id":"' || id || '","labels":' || case when labels = '{}' then '[]' else
            '["' || array_to_string(labels, '","') || '"]' end
          || ',"occurredAt":"' || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          || '","outcome":"' || outcome || '","purposeOfUse":' || coalesce('"' || purpose_of_use || '"', 'null')
          || ',"refs":{"artifactId":' || coalesce('"' || artifact_id || '"', 'null')
          || ',"caseId":' || coalesce('"' || case_id || '"', 'null')
          || ',"subjectId":' || coalesce('"' || subject_id || '"', 'null') || '},"requestId":"', 'UTF8') as before_request,
        convert_to('","target":{"id":"' || target_id || '","kind":"' || target_kind || '","version":'
          || coalesce(target_version::text, 'null') || '},"v":1,"workspaceId":"' || ledger || '"}', 'UTF8') as after_request,
        position('}'::bytea in payload) as access_end`;

/** Whether the payload holds what the columns say, in the places where canonical JSON has it. */
export const holdsExpectedBytes = `substring(payload for 11) = '{"access":{'::bytea and access_end > 11
          and position('{'::bytea in substring(payload from 12 for access_end - 12)) = 0
          and substring(payload from access_end for octet_length(after_access)) = after_access
          and substring(payload from octet_length(payload) - octet_length(after_request) + 1) = after_request
          and substring(
            payload from octet_length(payload) - octet_length(after_request) - 35 - octet_length(before_request)
            for octet_length(before_request)) = before_request`;

/** Finds the first fault of the rows. */
export const auditWalkSql = `
    with walked as (
      select event.*, lag(seq, 1, from_seq - 1) over by_seq as prior_seq, lag(hash, 1, anchor) over by_seq as prior_hash
      from audit_event event
      where ledger_id = ledger and seq between from_seq and upper_seq
      window by_seq as (order by seq)
    ), expected as (
      select *,
        ${expectedBytes}
      from walked offset 0
    ), judged as (
      select seq, prior_seq, case
        when seq > prior_seq + 1 then 1
        when seq = prior_seq then 2
        when prev_hash is distinct from coalesce(prior_hash, prev_hash) then 3
        when hash <> audit_entry_hash(prev_hash, seq, payload) then 4
        when ${holdsExpectedBytes}
          then null
        else case audit_payload_fault((
          ledger_id, seq, prev_hash, hash, payload, id, occurred_at, action, outcome, actor_kind, actor_id,
          purpose_of_use, target_kind, target_id, target_version, subject_id, case_id, artifact_id, labels)::audit_event)
          when 'not_canonical' then 5 when 'wrong_workspace' then 6 when 'projection_mismatch' then 7 end
        end as fault
      from expected offset 0
    ), first_fault as (
      select case fault when 1 then prior_seq + 1 else seq end as bad_seq, fault
      from judged where fault is not null order by 1, 2 limit 1
    )
    select bad_seq, (array['gap', 'duplicate_seq', 'prev_hash_mismatch', 'hash_mismatch', 'not_canonical',
      'wrong_workspace', 'projection_mismatch'])[fault], checked, last
      into first_bad_seq, reason, events_checked, last_walked
      from (select count(*) as checked, max(seq) as last from judged) total left join first_fault on true;`;

/**
 * The function is `stable`: every query inside sees the same snapshot, so that concurrent appends do not look like faults.
 * Payloads are canonical, so the members that the columns repeat are in known places. Comparing those bytes takes an eighth
 * of the time of `audit_payload_fault`, which then judges only the rows that do not match.
 */
export const auditVerifySql = `
  create function audit_verify(ledger text, from_seq bigint default 1, to_seq bigint default null)
  returns table (first_bad_seq bigint, reason text, events_checked bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare
    head audit_head;
    newest audit_event;
    upper_seq bigint := coalesce(to_seq, 9223372036854775806);
    anchor bytea;
    last_walked bigint;
  begin
    perform audit_ledger_require(ledger);
    if from_seq < 1 or upper_seq < from_seq then
      raise exception 'that is no range' using errcode = 'invalid_parameter_value';
    end if;
    select * into head from audit_head where ledger_id = ledger;
    select * into newest from audit_event where ledger_id = ledger order by seq desc limit 1;
    if head.ledger_id is null and newest.seq is null then
      raise exception 'the ledger is not open' using errcode = 'no_data_found';
    end if;
    if from_seq = 1 then
      anchor := audit_genesis_hash(ledger);
    else
      select event.hash into anchor from audit_event event where event.ledger_id = ledger and event.seq = from_seq - 1;
    end if;
${auditWalkSql}

    last_walked := coalesce(last_walked, from_seq - 1);
    newest.seq := coalesce(newest.seq, 0);
    head.last_seq := coalesce(head.last_seq, 0);
    -- The walk sees no gap behind its last row.
    if first_bad_seq is null and last_walked < least(upper_seq, newest.seq) then
      first_bad_seq := last_walked + 1;
      reason := 'gap';
    end if;
    if newest.seq > head.last_seq and upper_seq > head.last_seq and head.last_seq + 1 < coalesce(first_bad_seq, head.last_seq + 2) then
      first_bad_seq := head.last_seq + 1;
      reason := 'beyond_head';
    end if;
    if first_bad_seq is null and newest.seq < head.last_seq and upper_seq > newest.seq then
      first_bad_seq := newest.seq + 1;
      reason := 'truncated';
    end if;
    if first_bad_seq is null and upper_seq >= newest.seq and newest.seq = head.last_seq
      and head.last_hash is distinct from coalesce(newest.hash, audit_genesis_hash(ledger)) then
      first_bad_seq := newest.seq;
      reason := 'head_mismatch';
    end if;
    return next;
  end $$`;
