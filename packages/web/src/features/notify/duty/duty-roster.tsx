import { endpoints, type DutyShift, type DutyTeamDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { DutyPeople } from './duty-people.tsx'

const Shift = ({ shift }: { shift: DutyShift }) => {
  const { t } = useTranslation('duty')
  const { name, starts, ends, weekdays, first, turns } = shift
  const until = ends === '00:00' ? '24:00' : ends
  const hours = until > starts ? t(($) => $.roster.time, { starts, ends: until }) : t(($) => $.roster.nextDay, { starts, ends })
  const names = t(($) => $.calendar.weekdays, { returnObjects: true })
  const days = weekdays.toSorted((a, b) => a - b).map((day) => names[day - 1])
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{hours}</td>
      <td>{weekdays.length === 7 ? t(($) => $.roster.daily) : days.join(' ')}</td>
      <td>{turns ? t(($) => $.roster.begins, { number: first + 1 }) : t(($) => $.roster.fixed, { number: first + 1 })}</td>
    </tr>
  )
}

/** Shifts, groups and rotation of a team, in words. */
export const DutyRoster = ({ team }: { team: DutyTeamDetail }) => {
  const { t } = useTranslation('duty')
  const { shifts, groups, members, turnLength, turnUnit, startsOn, aroundTheClock } = team
  const grouped = new Set(groups.flat())
  const standby = members.filter(({ id }) => !grouped.has(id))
  const peopleOf = (ids: readonly number[]) => ids.flatMap((id) => members.find((each) => each.id === id) ?? [])
  return (
    <>
      <section className="ew-panel">
        <h2>{t(($) => $.roster.shifts)}</h2>
        <div className="ew-duty-scroll">
          <table className="ew-duty-shifts">
            <tbody>
              {shifts.map((shift) => (
                <Shift key={shift.name} shift={shift} />
              ))}
            </tbody>
          </table>
        </div>
        <p className="ew-muted">{t(($) => $.zone, { zone: team.timeZone })}</p>
      </section>
      <section className="ew-panel">
        <h2>{t(($) => $.roster.rotation)}</h2>
        <p>
          {t(($) => $.roster.turn[turnUnit], { count: turnLength })} · {t(($) => $.roster.since, { day: startsOn })}
        </p>
        <dl className="ew-described">
          {groups.map((group, index) => (
            // Groups have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index}>
              <dt>{t(($) => $.roster.group, { number: index + 1 })}</dt>
              <dd>
                <DutyPeople people={peopleOf(group)} />
              </dd>
            </div>
          ))}
          {standby.length > 0 && (
            <div>
              <dt>{t(($) => $.roster.standby)}</dt>
              <dd>
                <DutyPeople people={standby} />
              </dd>
            </div>
          )}
        </dl>
      </section>
      <Facts
        endpoint={endpoints.dutyTeam.detail}
        row={team}
        title={t(($) => $.roster.record)}
        facts={[
          'companyName',
          'timeZone',
          {
            field: 'aroundTheClock',
            label: t(($) => $.roster.coverage),
            value: aroundTheClock ? t(($) => $.roster.around) : t(($) => $.roster.shiftsOnly),
          },
          { field: 'remark', label: fieldLabel('remark'), wide: true },
          'createdAt',
          'createdBy',
          'updatedAt',
          'updatedBy',
        ]}
      />
    </>
  )
}
