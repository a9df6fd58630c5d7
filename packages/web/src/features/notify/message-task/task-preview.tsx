import { endpoints, type MessageTaskRow } from '@emberwatch/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton } from '../../../kit/list/list-states.tsx'
import './message-task.css'

/** What receivers get, in each language of a task. */
export const TaskTexts = ({ id }: { id: number }) => {
  const { t } = useTranslation('message-task')
  const { data } = useCall(endpoints.messageTask.preview, { id })
  if (!data) return <ListSkeleton rows={3} />
  if (data.length === 0) return <p className="ew-muted">{t(($) => $.empty)}</p>
  return (
    <>
      <p className="ew-muted">{t(($) => $.sample)}</p>
      {data.map(({ language, title, content, segments }) => (
        <section key={language}>
          <h3>{language === 'zh' ? t(($) => $.zh) : t(($) => $.en)}</h3>
          <div className="ew-task-text">
            <strong>{title}</strong>
            {content}
          </div>
          {segments !== null && <p className="ew-muted">{t(($) => $.segments, { count: segments })}</p>}
        </section>
      ))}
    </>
  )
}

export default function TaskPreview({ row, onClose }: { row: Pick<MessageTaskRow, 'id' | 'title'>; onClose: () => void }) {
  const { t } = useTranslation('message-task')
  return (
    <Drawer open size={640} title={t(($) => $.previewOf, { name: row.title })} onClose={onClose}>
      <div role="region" aria-label={row.title} tabIndex={0}>
        <h2>{t(($) => $.preview)}</h2>
        <TaskTexts id={row.id} />
      </div>
    </Drawer>
  )
}
