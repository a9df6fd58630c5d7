import { healthPartNames, healthParts, healthValues, isSilent, type DataProjectRow, type HealthPart } from '@emberwatch/contract'
import { Button, Popover } from 'antd'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { formatSpan } from '../../../kit/time.tsx'
import { percent } from '../../../kit/tiles/tiles.tsx'

const rowsOf = healthPartNames.map((part, index) => ({ id: index + 1, part }))

/** The value of a part in its unit. */
const useWords = (): ((part: HealthPart, value: number | null) => string) => {
  const { t } = useTranslation('data-project')
  return (part, value) => {
    if (value === null) return '—'
    switch (part) {
      case 'online':
      case 'inspections':
        return percent(value)
      case 'response':
        return formatSpan(value * 1_000)
      case 'service':
        return t(($) => $.days, { count: value })
      case 'faults':
      case 'falseAlarms':
      case 'overdue':
        return String(Math.round(value * 100) / 100)
    }
  }
}

/** The formula, from the contract's table. */
export const HealthFormula = () => {
  const { t } = useTranslation('data-project')
  const words = useWords()
  const names = t(($) => $.health.parts, { returnObjects: true })
  return (
    <details className="ew-panel ew-health-formula">
      <summary>{t(($) => $.health.explain)}</summary>
      <p>{t(($) => $.health.intro)}</p>
      <PlainTable
        label={t(($) => $.health.explain)}
        rows={rowsOf}
        columns={[
          { label: t(($) => $.health.part), render: ({ part }) => names[part] },
          { label: t(($) => $.health.weight), render: ({ part }) => healthParts[part].weight },
          { label: t(($) => $.health.best), render: ({ part }) => words(part, healthParts[part].best) },
          { label: t(($) => $.health.worst), render: ({ part }) => words(part, healthParts[part].worst) },
        ]}
      />
    </details>
  )
}

/** The score of a project. Pressing it shows what costs how many points. */
export const HealthScoreButton = ({ row }: { row: DataProjectRow }) => {
  const { t } = useTranslation('data-project')
  const words = useWords()
  const { health: score, costs, name } = row
  const names = t(($) => $.health.parts, { returnObjects: true })
  if (score === null) return <>—</>
  const values = healthValues(row)
  return (
    <Popover
      trigger="click"
      placement="rightTop"
      title={t(($) => $.health.of, { name, score })}
      content={
        <div className="ew-health-parts">
          {isSilent(row) && <p className="ew-urgent">{t(($) => $.health.silent)}</p>}
          <PlainTable
            label={t(($) => $.health.of, { name, score })}
            rows={rowsOf}
            columns={[
              { label: t(($) => $.health.part), render: ({ part }) => names[part] },
              { label: t(($) => $.health.value), render: ({ part }) => words(part, values[part]) },
              {
                label: t(($) => $.health.lost),
                render: ({ part }) => `${costs[part] === 0 ? 0 : `−${costs[part]}`} / ${healthParts[part].weight}`,
              },
            ]}
          />
        </div>
      }
    >
      <Button type="link" className="ew-health-score" aria-label={t(($) => $.health.show, { score })}>
        {score}
      </Button>
    </Popover>
  )
}
