import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showValue } from '../../../kit/list/columns.tsx'
import { labelOf } from '../../../kit/schema.ts'
import { formatTime } from '../../../kit/time.tsx'
import { camel, changesOf, columnFacts, valueInWords, without, type Change } from './audit-labels.ts'

const useValueWords = () => {
  const kit = useTranslation('kit').t
  return (value: unknown): string =>
    valueInWords(value, {
      yes: kit(($) => $.yes),
      no: kit(($) => $.no),
      none: kit(($) => $.none),
      label: labelOf,
      time: formatTime,
    })
}

/** One value of a change, in the console's standard format. */
const Value = ({ kind, column, value }: { kind: string; column: string; value: unknown }): ReactNode => {
  const { t } = useTranslation('system-log')
  const kit = useTranslation('kit').t
  const inWords = useValueWords()
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="ew-muted">{t(($) => $.audit.empty)}</span>
  if (typeof value === 'object') return inWords(value)
  const facts = columnFacts(kind, column)
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)
  return showValue(value, camel(column), isTime ? { format: 'date-time' } : facts, kit)
}

const Row = ({ kind, change: { column, before, after } }: { kind: string; change: Change }) => {
  const { t } = useTranslation('system-log')
  const words = useValueWords()
  const label = labelOf(camel(column))
  // For long lists, such as a role's permissions, the differences are clearer than both lists in full.
  if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0) {
    const [gone, come] = [without(before, after), without(after, before)]
    return (
      <tr>
        <th scope="row">{label}</th>
        <td>{gone.length > 0 && <del>{t(($) => $.audit.removed, { items: words(gone) })}</del>}</td>
        <td>{come.length > 0 && <ins>{t(($) => $.audit.added, { items: words(come) })}</ins>}</td>
      </tr>
    )
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <del>
          <Value kind={kind} column={column} value={before} />
        </del>
      </td>
      <td>
        <ins>
          <Value kind={kind} column={column} value={after} />
        </ins>
      </td>
    </tr>
  )
}

/** The changes of an audit row: field by field, old and new. */
export const AuditChanges = ({ kind, changes }: { kind: string; changes: unknown }) => {
  const { t } = useTranslation('system-log')
  const rows = changesOf(changes)
  if (rows.length === 0) return <p className="ew-muted">{t(($) => $.audit.noChanges)}</p>
  return (
    <table className="ew-changes">
      <thead>
        <tr>
          <th scope="col">{t(($) => $.audit.field)}</th>
          <th scope="col">{t(($) => $.audit.old)}</th>
          <th scope="col">{t(($) => $.audit.new)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((change) => (
          <Row key={change.column} kind={kind} change={change} />
        ))}
      </tbody>
    </table>
  )
}
