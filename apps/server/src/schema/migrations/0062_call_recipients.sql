ALTER TABLE "broadcast_calls" ADD COLUMN "to_ids" text[];
--> statement-breakpoint
-- Whatever changes a recipient of a call that waits, the ids that it would go to are looked up again.
create function forget_call_recipients() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'friends' then
    update broadcast_calls c set to_ids = null from broadcast_recipients r
    where r.account_id = new.account_id and r.friend_id = new.id and r.state = 'called'
      and c.account_id = r.account_id and c.id = r.call_id and c.state = 'pending' and c.to_ids is not null;
  else
    update broadcast_calls set to_ids = null
    where account_id = old.account_id and id = old.call_id and state = 'pending' and to_ids is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger friends_out_of_reach after update of state, consent, external_id on friends for each row
  when ((new.state = 'blocked' and new.state is distinct from old.state) or new.external_id <> old.external_id
    or (new.consent = 'withdrawn' and new.consent is distinct from old.consent))
  execute function forget_call_recipients();
--> statement-breakpoint
create trigger recipients_out_of_call after update of call_id, friend_id on broadcast_recipients for each row
  when (old.call_id is not null
    and (new.call_id is distinct from old.call_id or new.friend_id is distinct from old.friend_id))
  execute function forget_call_recipients();
