import type { DutyPerson } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { Tag } from '../../../kit/status-tag.tsx'

/** Names of people; those who do not count are crossed out, with the reason. */
export const DutyPeople = ({ people }: { people: readonly DutyPerson[] }) => {
  const { t } = useTranslation('duty')
  if (people.length === 0) return <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.nobody)}</Tag>
  return (
    <span className="ew-duty-people">
      {people.map(({ id, name, absence }) =>
        absence === null ? (
          <span key={id}>{name}</span>
        ) : (
          <span key={id} className="ew-duty-absent">
            <s>{name}</s> {enumLabel('dutyAbsence', absence)}
          </span>
        ),
      )}
    </span>
  )
}

export const namesOf = (people: readonly DutyPerson[]): string => listed(people.map(({ name }) => name))
