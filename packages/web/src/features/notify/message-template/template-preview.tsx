import { endpoints, type MessageTemplatePreview, type MessageTemplateRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { Time } from '../../../kit/time.tsx'
import '../../../kit/detail/detail.css'
import { TemplateText } from './template-text.tsx'

const { detail, preview } = endpoints.messageTemplate

const Sample = ({ row }: { row: MessageTemplateRow }) => {
  const { t } = useTranslation('message-template')
  const { event, channel, language, title, content, signature } = row
  const given = { event, channel, language, content, ...(title ? { title } : {}), ...(signature ? { signature } : {}) }
  const shown: MessageTemplatePreview | undefined = useCall(preview, given).data
  if (!shown) return <ListSkeleton rows={2} />
  const { encoding, length, segments } = shown
  return (
    <>
      <p className="ew-muted">{t(($) => $.sample)}</p>
      <TemplateText title={shown.title} content={shown.content} />
      {encoding !== null && (
        <p className="ew-muted">{t(($) => $.smsLength, { encoding, length: length ?? 0, segments: segments ?? 0 })}</p>
      )}
    </>
  )
}

/** A template in full: as a receiver gets it, as it is written, and the versions that were in use. */
export default function TemplatePreview({ row, onClose }: { row: MessageTemplateRow; onClose: () => void }) {
  const { t } = useTranslation('message-template')
  const versions = useCall(detail, { id: row.id }).data?.versions
  return (
    <Drawer open size={720} title={t(($) => $.previewOf, { name: row.name })} onClose={onClose}>
      <div role="region" aria-label={row.name} tabIndex={0}>
        <Sample row={row} />
        <h2>{t(($) => $.current, { number: row.templateVersion })}</h2>
        <TemplateText title={row.title} content={row.content} />
        <Facts
          endpoint={detail}
          row={row}
          facts={[
            'code',
            'event',
            'channel',
            'language',
            'state',
            'signature',
            'providerCode',
            'submittedBy',
            'submittedAt',
            'decidedBy',
            'decidedAt',
            'reason',
          ]}
        />
        <h2>{t(($) => $.versions)}</h2>
        {versions?.length === 0 && <p className="ew-muted">{t(($) => $.noVersions)}</p>}
        {versions?.map((version) => (
          <section key={version.number}>
            <h3>
              {t(($) => $.versionNo, { number: version.number })}
              {version.number === row.approvedVersion && ` · ${t(($) => $.inUse)}`}
            </h3>
            <p className="ew-muted">
              {version.decidedBy ?? '—'} · <Time value={version.decidedAt} />
            </p>
            <TemplateText title={version.title} content={version.content} />
          </section>
        ))}
      </div>
    </Drawer>
  )
}
