import { type HandOverPreview, endpoints } from '@emberwatch/contract'
import { Alert, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { useCall } from '../../../api/hooks.ts'
import { CompanySelect } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'

const countNames = [
  'companies',
  'accounts',
  'customers',
  'projects',
  'gateways',
  'devices',
  'openAlarms',
  'alarms',
  'faults',
  'orders',
] as const

/** What a hand-over would move and change, or why it would be refused. */
const Preview = ({ preview, error }: { preview: HandOverPreview | undefined; error: string | undefined }) => {
  const { t } = useTranslation('hand-over')
  if (error !== undefined) return <Alert type="error" showIcon title={error} />
  if (!preview) return <p className="ew-muted">{t(($) => $.choose)}</p>
  const { from, to, counts, refusals, effects } = preview
  return (
    <section aria-live="polite">
      <p>{t(($) => $.fromTo, { from, to })}</p>
      {refusals.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t(($) => $.refused)}
          description={
            <ul>
              {refusals.map((refusal) => (
                <li key={refusal}>{refusal}</li>
              ))}
            </ul>
          }
        />
      )}

      <p>
        {countNames
          .flatMap((name) => (counts[name] === undefined ? [] : [t(($) => $.counts[name], { count: counts[name] })]))
          .join(' · ')}
      </p>
      <strong>{t(($) => $.effects)}</strong>
      <ul>
        {[t(($) => $.atOnce), ...effects].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </section>
  )
}

const handOver = endpoints.handOver

interface WatchProps {
  onPreview: (preview: HandOverPreview | undefined) => void
}

/** Requested again with every choice. While the new answer is loading, the previous one stays on the page. */
const showPreview = (query: { data: HandOverPreview | undefined; error: Error | null }, { onPreview }: WatchProps) => {
  onPreview(query.data)
  return <Preview preview={query.data} error={query.error?.message} />
}

const ProjectPreview = (props: WatchProps) => {
  const [projectId, companyId, customerId] = [
    Form.useWatch<number | undefined>('projectId'),
    Form.useWatch<number | undefined>('companyId'),
    Form.useWatch<number | undefined>('customerId'),
  ]
  const input = { projectId: projectId ?? 0, companyId: companyId ?? 0, ...(customerId ? { customerId } : {}) }
  const enabled = projectId !== undefined && companyId !== undefined
  return showPreview(useCall(handOver.previewProject, input, { enabled, quiet: true }), props)
}

const CompanyPreview = (props: WatchProps) => {
  const [companyId, parentId] = [Form.useWatch<number | undefined>('companyId'), Form.useWatch<number | undefined>('parentId')]
  const enabled = companyId !== undefined && parentId !== undefined
  const query = useCall(handOver.previewCompany, { companyId: companyId ?? 0, parentId: parentId ?? 0 }, { enabled, quiet: true })
  return showPreview(query, props)
}

/** The customers of the chosen company. */
const CustomerField = ({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: number
  onChange?: (value: number | undefined) => void
}) => {
  const companyId = Form.useWatch<number | undefined>('companyId')
  return (
    <RemoteSelect
      {...(id === undefined ? {} : { id })}
      endpoint={endpoints.customer.select}
      input={companyId === undefined ? {} : { companyId }}
      disabled={companyId === undefined}
      value={value}
      {...(onChange ? { onChange } : {})}
    />
  )
}

interface HandOverFormProps {
  kind: 'project' | 'company'
  /** What to hand over, if it was already chosen elsewhere. */
  id?: number | undefined
  onClose: () => void
}

/** Starts a hand-over: what, to whom, a preview of the effects, and the name typed once more. */
export default function HandOverForm({ kind, id, onClose }: HandOverFormProps) {
  const { t } = useTranslation('hand-over')
  const [preview, setPreview] = useState<HandOverPreview>()
  const onPreview = (next: HandOverPreview | undefined): void => {
    // Passed on during rendering, because the form takes it over only afterwards.
    if (next !== preview) queueMicrotask(() => setPreview(next))
  }
  const confirmation = [
    { name: 'name', label: t(($) => $.name), hint: preview ? t(($) => $.nameHint, { name: preview.name }) : undefined },
    { name: 'reason', label: t(($) => $.reason), kind: 'textarea' },
  ] as const
  const shared = {
    drawer: true,
    width: 640,
    ok: t(($) => $.ok),
    saved: t(($) => $.started),
    onClose,
  } as const
  if (kind === 'company')
    return (
      <FormDialog
        {...shared}
        endpoint={handOver.company}
        title={t(($) => $.company)}
        initial={id === undefined ? {} : { companyId: id }}
        fields={[
          { name: 'companyId', label: t(($) => $.movedCompany), control: <CompanySelect /> },
          { name: 'parentId', label: t(($) => $.parentId), control: <CompanySelect /> },
          { extra: 'preview', label: t(($) => $.moves), control: <CompanyPreview onPreview={onPreview} /> },
          ...confirmation,
        ]}
      />
    )
  return (
    <FormDialog
      {...shared}
      endpoint={handOver.project}
      title={t(($) => $.project)}
      initial={id === undefined ? {} : { projectId: id }}
      fields={[
        { name: 'projectId', label: t(($) => $.projectId), source: endpoints.project.select },
        { name: 'companyId', label: t(($) => $.companyId), control: <CompanySelect /> },
        { name: 'customerId', label: t(($) => $.customerId), hint: t(($) => $.customerHint), control: <CustomerField /> },
        { extra: 'preview', label: t(($) => $.moves), control: <ProjectPreview onPreview={onPreview} /> },
        ...confirmation,
      ]}
    />
  )
}
