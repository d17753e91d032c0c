"""The owner of a match on a simulated table: players, watchers, the stroke clock and computer players."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import TypeVar

from msgspec import structs

from carrom.errors import CarromError, ImpossibleCase, NotNow, StoreError
from carrom.i18n import spoken
from carrom.live import messages as wire
from carrom.live.acts import LinkActs
from carrom.live.computers import AGAIN, Advice, ComputerTurn
from carrom.live.consent import side_giving_up, side_gone
from carrom.live.game_table import GameTable
from carrom.live.opening import open_rematch, record_of, seat_named
from carrom.live.owner import Close, Job, Join, Leave, Member, Now, Rejection, Services, Tick
from carrom.live.refused import Refused
from carrom.live.settings import Settings, hand_of
from carrom.live.tokens import Role, new_token
from carrom.live.turns import answering_player, computer_asked
from carrom.players.view import View
from carrom.record.entries import Signed
from carrom.store.cluster import NotOwner
from carrom.store.store import EVERYBODY, KeptMatch
from carrom.table import ToStrike
from carrom.table.player_questions import Answer, Failed
from carrom.table.runner import chance
from carrom.words import Side

log = logging.getLogger("carrom.live")

REMEMBERED = 300  # answers, for requests that come again
CLAIM_DELAY = 0.05  # seconds after a match can be claimed, before everybody is told

T = TypeVar("T")
Result = Answer | Failed | tuple[wire.HintNow, ...] | CarromError


@dataclass(frozen=True, slots=True)
class MemberRequest:
    """A request of a member."""

    member: Member
    request: wire.AnyRequest


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job."""

    job: Job
    result: Result


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Exchange an invitation for a token; answered by the player that it plays for.

    Who takes a free seat may give their own `name`, until the match begins.
    """

    invitation: str
    token: str
    name: str | None = None


class GameOwner(GameTable):
    """One simulated table with its players and watchers: what their requests, jobs and the time lead to."""

    def __init__(self, services: Services, kept: KeptMatch, now: Now) -> None:
        super().__init__(services, kept, now)
        self._answers: OrderedDict[str, wire.AckMessage | Rejection] = OrderedDict()
        self._unknown: dict[str, tuple[Member, wire.NumberedRequest]] = {}
        """Requests, by their keys, that are answered once the store can be read: they may be committed."""
        self._read_at: float | None = None
        """When to try again to read what was committed."""
        self._hints: dict[str, Advice] = {}
        """The hints that are being computed, one at a time for each link."""

    def read(self) -> None:
        super().read()
        # A computer player's act was begun at the table that was read before.
        self._computer_turn: ComputerTurn | None = None
        self._computers_from = 0.0

    def blocks(self, request: object) -> bool:
        if isinstance(request, MemberRequest):
            return isinstance(request.request, wire.ChooseRequest | wire.OfferRequest | wire.LanguageRequest)
        return isinstance(request, Join | TakeSeat | wire.Keep | Close)

    def _handle(self, request: object) -> object:
        match request:
            case MemberRequest(member, asked):
                self._hear(member, asked)
            case Join(member, since):
                self._join(member, since)
            case Leave(member):
                self._leave(member)
            case Tick():
                self._tick()
            case JobResult(job, result):
                self._thought(job, result)
            case TakeSeat():
                return self._take_seat(request)
            case wire.Keep(keep):
                self.services.store.keep(self.kept.id, keep)
                self.kept = replace(self.kept, keep=keep)
            case Close():
                self._keep_clock()
            case _:
                raise AssertionError(f"no request of a game: {request}")
        return None

    # Coming and going

    def may_name(self, player: str) -> bool:
        """Whether who takes this seat may give their own name: it is free, and nothing is recorded yet.

        At a rematch everybody keeps their name.
        """
        free = player in self.persons and player not in self.settings.joined
        return free and self.settings.opener != "" and not self.journal.entries

    def _take_seat(self, wanted: TakeSeat) -> str:
        store = self.services.store
        found = store.invitation(wanted.invitation)
        if found is None:
            raise Refused("invitation/unknown")
        player, settings = found.player, self.settings
        if wanted.name is not None and self.may_name(player):
            new, name = seat_named(settings.new, player, wanted.name)
            settings = replace(settings, new=new)
        else:
            name = player
        # A name that is refused uses up nothing; a taker who got no answer asks again with the same token.
        if store.exchange(wanted.invitation, wanted.token) is None:
            raise Refused("invitation/unknown")
        if name != player:
            begun = record_of(settings, self.now.at).state.begun
            store.rewrite(self.kept.id, (), begun, settings.to_json(), {player: name})
            self.settings = settings
            self.presence.rename(player, name)
            self._lay_table()
        if player != EVERYBODY:
            self._sit((name,), renamed=name != player)
            self._update()
            self._tell_presence()
        return name

    def _sit(self, names: tuple[str, ...], renamed: bool = False) -> None:
        """Persons have come. With the last of them the match begins, and everybody sees it from its start."""
        self._settle(self.settings.with_joined(names))
        begins = self.started and not self.journal.entries
        if begins:
            self.act(None, lambda: record_of(self.settings, self.now.at, self.journal))
            self._lay_table()
            self._told = self.seq
        if begins or renamed:
            for member in self.members:
                self.send(member, self._welcome(member.role))

    def _join(self, member: Member, since: int) -> None:
        """Welcome a member with the table as it stands; every later message goes to them too."""
        self.refresh()
        self._make_room(member)
        self._keep_clock()
        self._sit(member.role.mine)
        self._publish()
        # Made before the member is added: if this fails, the member has not joined.
        welcome = self._welcome(member.role, since)
        self.presence.come(member)
        self._update()
        watchers, timing = self.presence.watchers, self.time.timing(self.now.seconds)
        welcome = structs.replace(
            welcome, present=self._present, watchers=watchers, thinking=self._thinking, timing=timing
        )
        self.send(member, welcome)
        if self._stopped is not None:
            self.send(member, self._stopped)
        self._tell_presence(but=member)

    def _make_room(self, member: Member) -> None:
        """Refuse a watcher if there are too many; drop the oldest device of a player with too many."""
        limits = self.services.limits
        if not member.role.mine:
            if self.presence.watchers >= limits.connections:
                raise Refused("room/full")
            return
        devices = [each for each in self.members if each.role.mine == member.role.mine]
        self._out.dropped += devices[: max(0, len(devices) + 1 - limits.devices)]

    def _leave(self, member: Member) -> None:
        if member in self.members:
            self.presence.leave(member, self.now.seconds)
            self._update()
            self._tell_presence()

    # Requests of members

    def _hear(self, member: Member, request: wire.AnyRequest) -> None:
        match request:
            case wire.AimRequest():
                message = self._acts(member).aim(request)
                if message is not None:
                    self.tell(message, but=member)
            case wire.ProbeRequest():
                self.send(member, self._acts(member).probe(request))
            case wire.LanguageRequest(lang):
                member.lang = spoken((lang,))
                self.send(member, self._welcome(member.role))
            case wire.HintRequest():
                self._hint(member, request)
            case wire.ReadRequest(v):
                self._read(member, v)
            case wire.JoinRequest() | wire.PingRequest() | wire.FollowRequest():
                raise AssertionError("the connection answers these")
            case _:
                self._answer(member, request)

    def _answer(self, member: Member, request: wire.NumberedRequest) -> None:
        """Answer a numbered request. A repeated one gets the same answer, also after a restart."""
        # No player's name contains a newline, so nobody can forge another's key.
        key = f"{''.join(member.role.mine[:1])}\n{member.name}\n{request.id}"
        answer = self._answers.get(key)
        if answer is None and (before := self.journal.answered.get(key)) is not None:
            answer = wire.AckMessage(request.id, before.seq)
        if answer is not None:
            self.send(member, answer)
            return
        unsure = self.journal.unsure
        try:
            self.refresh()
            unsure = False
            # What was read again may have it already.
            before = self.journal.answered.get(key)
            if before is None:
                self._do(member, request, key)
            answer = wire.AckMessage(request.id, self.seq if before is None else before.seq)
        except NotOwner:
            # The owner answers, when the request comes again.
            raise
        except Exception as wrong:
            if self.journal.unsure and (not unsure or key in self._unknown):
                # It may have been committed, so that neither answer would be true.
                self._unknown[key] = member, request
                self._read_at = self.now.seconds + AGAIN
                return
            if not isinstance(wrong, CarromError):
                log.exception("a request could not be answered")
            refused = wrong if isinstance(wrong, CarromError) else Refused("busy")
            answer = Rejection(refused, request.id)
        with suppress(StoreError):
            # The effect is told before the acknowledgement.
            self._publish()
        if self._untold and key in self.journal.answered:
            self._unknown[key] = member, request
            self._read_at = self.now.seconds + AGAIN
            return
        self._answers[key] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self.send(member, answer)

    @property
    def _untold(self) -> bool:
        """Whether something that was committed could not be told yet, since the store could not be read."""
        return self.journal.unsure or self._told < self.seq

    def _publish(self) -> None:
        try:
            super()._publish()
        except StoreError:
            self._read_at = self.now.seconds + AGAIN
            raise

    def _do(self, member: Member, request: wire.NumberedRequest, key: str) -> None:
        if isinstance(request, wire.SayRequest):
            self.tell(self._acts(member).phrase(request.key))
            return
        if not member.role.mine:
            raise Refused("table/not-yours")
        if isinstance(request, wire.OfferRequest):
            self._offer(member, request, key)
            return
        if not self.started:
            raise Refused("table/waiting")
        assert isinstance(request, wire.TableRequest)
        self.refuse_stale(request.v)
        acts = self._acts(member)
        if acts.asks_on_others_turn(request):
            if self.offers.ask_later(self.table, acts.asker, key):
                self._tell_offers()
            return
        self._act(key, lambda: acts.do(request))

    def _acts(self, member: Member) -> LinkActs:
        mine, taken = member.role.mine, self.time.taken(self.now.seconds)
        practice, seed = self.kind == "practice", self.settings.seed
        rosette = self.rosette_seed(self.seq)
        return LinkActs(self.table, mine, self.tosser, rosette, practice, seed, self.now.at, taken)

    def _act(self, key: str | None, do: Callable[[], T]) -> T | None:
        """Enter one act. A waiting request to the umpire follows the act that ends the stroke."""
        done = self.act(key, do)
        if self.offers.ask_waits(self.table):
            return done
        waited = self.offers.ask_due(self.table)
        self._tell_offers()
        if waited is not None:
            try:
                self.act(waited.key, lambda: self.table.ask_umpire(waited.by, at=self.now.at))
            except Exception:
                # The act itself is stored, so it must not be refused.
                log.exception("a request to the umpire that had waited was lost")
        return done

    def _enter_signature(self, signed: Signed) -> None:
        self.table.sign(signed)

    # Offers

    def _offer(self, member: Member, request: wire.OfferRequest, key: str) -> None:
        """An offer that a member makes, accepts, declines or carries out."""
        mine = member.role.mine
        match request.what, request.ok:
            case "take-back" | "rematch", False:
                if not self.offers.close(request.what):
                    raise Refused("offer/none")
                self._tell_offers()
            case "take-back", _:
                self._take_back(mine, request.by, key)
            case "rematch", _:
                self._rematch(member, request.level)
            case "resign", True:
                if self.kind == "practice":
                    raise NotNow("refused.live.practice")
                if not self.started:
                    raise Refused("table/waiting")
                self._give_up(side_giving_up(self.table, mine, self.tosser), "resigned", key)
            case "claim", True:
                if not self._may_claim:
                    raise NotNow("refused.live.nobody-gone")
                gone = side_gone(self.table, mine, self.persons, self.presence, self.now.seconds)
                self._give_up(gone, "left", key)
            case "wait", True:
                self._wait()
            case _:
                raise Refused("offer/none")

    def _take_back(self, mine: tuple[str, ...], by: str, key: str) -> None:
        if not self.started:
            raise Refused("table/waiting")
        offer = self.offers.take_back(self.table, mine, by, self.persons)
        if offer.accepted:
            self._act(key, lambda: self.table.take_back(offer.about, at=self.now.at))
        else:
            self.offers.put(offer)
            self._tell_offers()

    def _give_up(self, side: Side, why: str, key: str) -> None:
        self._act(key, lambda: self.table.give_up(side, why, at=self.now.at))

    def _wait(self) -> None:
        """Give absent players more time to come back."""
        if not self._may_claim or not self.presence.gone:
            raise Refused("offer/none")
        if not self.presence.wait(self.now.seconds):
            raise Refused("offer/waited")
        self._tell_presence()

    def _rematch(self, member: Member, level: str = "") -> None:
        """Tell everybody where the rematch is played; a repeated request is answered to its member only."""
        if self.kind == "online" and not self.table.over:
            raise NotNow("refused.live.rematch")
        if level and (hand_of(level) is None or self.kind == "online"):
            raise ImpossibleCase("level", "refused.live.level", level=level)
        agreed_before = bool(self.settings.next_room)
        if not agreed_before:
            offer = self.offers.rematch(member.role.mine, self.persons)
            if not offer.accepted:
                self.offers.put(offer)
                self._tell_offers()
                return
        made = self.rematch(level)
        self.offers.close("rematch")
        for each in (member,) if agreed_before else tuple(self.members):
            self.send(each, wire.MovedMessage(made.room, self._invitation(made.room, each.role), made.watch))

    def rematch(self, level: str = "") -> wire.RoomMade:
        """The same players again, and the other side breaks; asked for again, it is the same match.

        Computers play at `level`, if one is given.
        """
        store, before, new = self.services.store, self.settings.next_room, self.settings.at_level(level)
        kept = store.match(before) if before else None
        # A rematch that never began expires.
        if kept is not None and Settings.from_json(kept.settings).levels == new.levels:
            return wire.RoomMade(kept.id, (), kept.watch)
        made = open_rematch(store, new.new, self.table.match.breaks_first, self.now.at)
        self._settle(replace(self.settings, next_room=made.room))
        return made

    def _invitation(self, room: str, role: Role) -> str:
        """An invitation to the same seat in the next match; empty for a watcher."""
        if not role.mine:
            return ""
        code, player = new_token(), EVERYBODY if self.settings.one_link else role.mine[0]
        self.services.store.invite(room, code, player, at=self.now.at)
        return code

    # Hints and computer players

    def _hint(self, member: Member, request: wire.HintRequest) -> None:
        table = self.table
        try:
            if self.kind not in ("computer", "practice"):
                raise Refused("hint/not-here")
            if member.role.token in self._hints:
                raise Refused("busy")
            self.refuse_stale(request.v)
            if not isinstance(table.asks, ToStrike):
                raise Refused("play/not-now")
            player = answering_player(table, self.tosser, member.role.mine)
        except CarromError as refused:
            self.send(member, Rejection(refused, request.id))
            return
        seed = chance(self.settings.seed, "hint", table.seq)
        view = View(table.match, table.layout, player, table.equipment, seed)
        advice = Advice(member.asker, view, table.hand, spoken((request.lang,)), member, request)
        self._hints[member.role.token] = advice

    def _thought(self, job: Job, result: Result) -> None:
        """Take the result of a job, if it is still wanted."""
        turn = self._computer_turn
        if turn is not None and turn.job is job:
            assert isinstance(result, Answer | Failed), "a decision or a failure"
            due = max(self.time.shown_at, self.now.seconds)
            turn.decided(result, due, show=not self.services.hurry)
        elif isinstance(job, Advice) and self._hints.get(job.member.role.token) is job:
            del self._hints[job.member.role.token]
            if isinstance(result, tuple):
                self.send(job.member, wire.HintMessage(job.request.id, result))
            else:
                assert isinstance(result, CarromError)
                self.send(job.member, Rejection(result, job.request.id))

    def _update_computers(self) -> None:
        """Start or drop the act of a computer player, after a change."""
        due = self._playable and self.presence.anybody and self.pause is None
        due = due and computer_asked(self.table, self.tosser, self.settings.levels)
        turn = self._computer_turn
        if turn is not None and (not due or turn.at != self.seq):
            turn = None
        if due and turn is None:
            turn = ComputerTurn(self.table, self.settings, max(self._computers_from, self.now.seconds))
        self._computer_turn = turn
        self._tell_thinking()

    def _tell_thinking(self) -> None:
        thinking = "" if self._computer_turn is None else self._computer_turn.thinking
        if thinking != self._thinking:
            self._thinking = thinking
            self.tell(wire.ThinkingMessage(thinking))

    def _computer_goes_on(self, turn: ComputerTurn) -> None:
        aim = turn.aim_to_show(self.now.seconds)
        if aim is not None:
            power = min(aim.speed / self.table.equipment.pace.full_force, 1.0)
            self.tell(wire.AimMessage(turn.thinking, aim.x, aim.angle, power))
            return
        try:
            self.refresh()
            waits = self._act(None, lambda: turn.go_on(self.now.at, self.presence.asker))
        except Exception:
            # The store failed, or the program did: try again later, so that the match does not wait for ever.
            self._computer_turn, self._computers_from = None, self.now.seconds + AGAIN
            self._update_computers()
            raise
        if not waits:
            self._computer_turn = None
        self._tell_thinking()

    # Time

    def _read(self, member: Member, v: int) -> None:
        """Note that a member has read a call; when everybody who is here has, play goes on.

        Where one link plays for every person, a computer player does not wait for the playback any longer.
        """
        if self.settings.one_link and member.role.mine and v >= self.seq:
            self.time.shown_at = self.now.seconds
            if self._computer_turn is not None:
                self._computer_turn.need_not_wait(self.now.seconds)
        if self.pause is None or v < self.pause.v:
            return
        self.pause = self.pause.read_by(member.role.mine)
        if all(name in self.pause.readers for name in self.persons if self.presence.here(name)):
            self._end_pause()

    def _end_pause(self) -> None:
        self.pause = None
        self._update()
        self._tell_presence()

    def _wake_at(self) -> float | None:
        turn = self._computer_turn
        times = [self.time.late_at, None if turn is None else turn.due, self._read_at]
        if self.pause is not None and self.pause.until < inf:
            times.append(self.pause.until)
        if self._may_claim:
            times += [at for each in self.presence.claims if (at := each + CLAIM_DELAY) > self._presence_told]
        return min((at for at in times if at is not None), default=None)

    def _tick(self) -> None:
        now, turn, late_at = self.now.seconds, self._computer_turn, self.time.late_at
        if self._read_at is not None and now >= self._read_at:
            self._settle_unknown()
        elif self.pause is not None and now >= self.pause.until:
            self._end_pause()
        elif late_at is not None and now >= late_at:
            self._time_over()
        elif turn is not None and turn.due is not None and now >= turn.due:
            self._computer_goes_on(turn)
        elif self._may_claim:
            self._tell_presence()

    def _settle_unknown(self) -> None:
        """Tell what was committed, and answer the requests that wait for it, once it can be read."""
        try:
            self.refresh()
            # What stands is told before it is acknowledged.
            self._publish()
        except CarromError:
            self._read_at = self.now.seconds + AGAIN
            return
        self._read_at = None
        for key in tuple(self._unknown):
            self._answer(*self._unknown.pop(key))

    def _time_over(self) -> None:
        try:
            self.refresh()
            self._act(None, lambda: self.table.time_over(at=self.now.at))
        except Exception:
            self.time.retry(self.now.seconds)
            raise

    def _update(self) -> None:
        """Update the clock, the computer players and the hints after a change."""
        self._updated = True
        paused = self.pause is not None
        self.time.update(self.table, self.presence, self._playable, self.now.seconds, paused=paused)
        self._update_computers()
        for token, hint in tuple(self._hints.items()):
            if hint.member not in self.members:
                del self._hints[token]
            elif hint.request.v != self.seq:
                del self._hints[token]
                self.send(hint.member, Rejection(Refused("table/stale", {"v": self.seq}), hint.request.id))

    def _jobs(self) -> tuple[Job, ...]:
        decisions = () if self._computer_turn is None else self._computer_turn.jobs
        return (*decisions, *self._hints.values())
