import { endpoints, pageHref } from '@emberwatch/contract'
import { Alert, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ActionBar } from '../../../kit/actions.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { SiteZone, Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { Photos } from '../../base/file/photos.tsx'
import { useFeedbackActions } from './use-feedback-actions.tsx'
import '../../../kit/detail/detail.css'

const { userFeedback } = endpoints

/** One feedback: its text, its photos, and the replies. */
export default function FeedbackDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('user-feedback')
  const can = useCan()
  const { data: row, error } = useCall(userFeedback.feedbackInfo, { id }, { quiet: true })
  const { actionsOf, dialog } = useFeedbackActions()
  return (
    <>
      <Drawer
        open
        size={640}
        title={t(($) => $.title, { code: row?.code ?? '' })}
        closable={{ 'aria-label': t(($) => $.close) }}
        onClose={onClose}
        footer={
          row && (
            <div className="ew-form-buttons">
              <ActionBar actions={actionsOf(row)} />
            </div>
          )
        }
      >
        {error && <Alert type="error" showIcon title={error.message} />}
        {row && (
          <SiteZone of={row}>
            <Facts
              endpoint={userFeedback.feedbackInfo}
              row={row}
              facts={[
                { field: 'state', value: <StatusTag enumeration="feedbackState" value={row.state} /> },
                { field: 'content', value: <span className="ew-feedback-text">{row.content}</span>, wide: true },
                'projectName',
                'customerName',
                ...(row.deviceCode === null
                  ? []
                  : [{ field: 'deviceCode' as const, value: [row.deviceCode, row.deviceName].filter(Boolean).join(' · ') }]),
                'createdBy',
                'createdAt',
                'firstReplyAt',
                'handledBy',
                'handledAt',
                ...(row.handledNote === null ? [] : [{ field: 'handledNote' as const, wide: true as const }]),
                ...(row.orderId === null
                  ? []
                  : [
                      {
                        field: 'orderCode' as const,
                        value: can('repairOrder:view') ? (
                          <a href={pageHref('repairOrderDetail', { id: row.orderId })}>{row.orderCode}</a>
                        ) : (
                          row.orderCode
                        ),
                      },
                    ]),
              ]}
            />
            <section className="ew-panel">
              <h2>{t(($) => $.photos)}</h2>
              {row.photos.length === 0 ? t(($) => $.noPhotos) : <Photos ids={row.photos} />}
            </section>
            <section className="ew-panel">
              <h2>{t(($) => $.replies)}</h2>
              {row.replies.length === 0
                ? t(($) => $.noReplies)
                : row.replies.map((reply) => (
                    <blockquote key={reply.id} className="ew-feedback-quote">
                      {reply.content}
                      <footer className="ew-muted">
                        {t(($) => $.by, { who: reply.by ?? '—' })}
                        <Time value={reply.at} />
                      </footer>
                    </blockquote>
                  ))}
            </section>
          </SiteZone>
        )}
      </Drawer>
      {dialog}
    </>
  )
}
