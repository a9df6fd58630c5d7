import { endpoints, pageHref, type RelatedRule } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { fieldLabel, listed } from '../../../i18n/i18n.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { operationsFor, useCan } from '../../../session/me.tsx'
import { RuleRuns } from './rule-runs.tsx'
import { useRuleWords } from './rule-words.ts'

const RuleForm = lazy(() => import('./rule.form.tsx'))

const { related, update } = endpoints.linkedRule

/** The linked rules triggered by a device's reports, and those that send it a command, for its page. Shown to holders of `linkedRule:view`. */
export const DeviceRules = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('linked-rule')
  const kit = useTranslation('kit').t
  const can = useCan()
  const { who, what, sends } = useRuleWords()
  const [open, setOpen] = useState<RelatedRule>()
  const rules = useCall(related, { deviceId }).data
  const mayEdit = can(operationsFor(update).op ?? [])
  const roleOf = ({ starts, receives }: RelatedRule): string =>
    starts && receives ? t(($) => $.both) : starts ? t(($) => $.starts) : t(($) => $.receives)
  if (!rules) return <ListSkeleton rows={3} />
  return (
    <>
      {rules.length === 0 ? (
        <p className="ew-empty">{t(($) => $.relatedNone)}</p>
      ) : (
        <PlainTable
          label={t(($) => $.tabs.rules)}
          rows={rules}
          columns={[
            { label: fieldLabel('name'), render: ({ name }) => name },
            { label: t(($) => $.role), render: roleOf },
            { label: t(($) => $.starting), render: (row) => <TwoLines small={what(row)}>{who(row)}</TwoLines> },
            {
              label: t(($) => $.sending),
              render: (row) => <TwoLines small={listed(row.targets.map(({ code }) => code))}>{sends(row)}</TwoLines>,
            },
            {
              label: fieldLabel('lastRunAt'),
              render: ({ lastRunAt }) => (lastRunAt === null ? t(($) => $.never) : <Time value={lastRunAt} />),
            },
            { label: fieldLabel('enabled'), render: ({ enabled }) => <EnabledTag enabled={enabled} /> },
            ...(mayEdit
              ? [
                  {
                    label: fieldLabel('actions'),
                    render: (row: RelatedRule) => (
                      <ActionButton
                        link
                        action={{ key: 'edit', label: kit(($) => $.edit), ...operationsFor(update), onClick: () => setOpen(row) }}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <p>
        <a href={pageHref('linkedRuleList')}>{t(($) => $.manage)}</a>
      </p>
      <section className="ew-panel">
        <h2>{t(($) => $.tabs.runs)}</h2>
        <RuleRuns of={{ deviceId }} />
      </section>
      <Suspense>{open && <RuleForm row={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  )
}
