import { endpoints, enums, type EnumValue } from '@emberwatch/contract'
import { Select } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { LineCell } from '../../../kit/form/line-cell.tsx'
import { WhoLines } from './who-lines.tsx'
import './notify-rule.css'

const InstantField = lazy(() => import('../../../kit/form/instant-field.tsx'))

const { preview, previewTypes } = endpoints.notification

interface Asked {
  readonly projectId?: number | undefined
  readonly deviceId?: number | undefined
  readonly event: EnumValue<'notifyEvent'>
  readonly level: EnumValue<'alarmLevel'>
  readonly alarmTypeId?: number | undefined
  readonly faultTypeId?: number | undefined
  readonly at?: string | undefined
}

const Answer = ({ asked, projectId }: { asked: Asked; projectId: number }) => {
  const { event, level, at } = asked
  const ofFault = event === 'fault'
  const query = useCall(
    preview,
    {
      projectId,
      event,
      ...withoutNulls({
        deviceId: asked.deviceId,
        level: ofFault ? undefined : level,
        alarmTypeId: ofFault ? undefined : asked.alarmTypeId,
        faultTypeId: ofFault ? asked.faultTypeId : undefined,
        at,
      }),
    },
    { keepPrevious: true, quiet: true },
  )
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={4} />
  return <WhoLines preview={query.data} />
}

const Asking = ({ label, children }: { label: string; children: ReactNode }) => <LineCell label={label}>{children}</LineCell>

interface WhoProps {
  /** Given on the page of a project or one of its devices: the preview is for this place. */
  projectId?: number
  deviceId?: number
}

/** Who would be notified if something happened now or at another time, decided by the same functions as the real notifications. */
export const WhoWouldBeCalled = ({ projectId, deviceId }: WhoProps) => {
  const { t } = useTranslation('notify-rule')
  const [asked, setAsked] = useState<Asked>({ projectId, deviceId, event: 'alarm', level: 'fire' })
  const types = useCall(previewTypes, {}, { staleTime: 300_000, quiet: true }).data
  const set = (change: Partial<Asked>) => setAsked({ ...asked, ...change })
  const ofFault = asked.event === 'fault'
  const ofType = types?.alarmTypes.find(({ value }) => value === asked.alarmTypeId)
  const label = {
    project: t(($) => $.preview.project),
    device: t(($) => $.preview.device),
    event: t(($) => $.preview.event),
    level: fieldLabel('level'),
    type: t(($) => $.preview.type),
    at: t(($) => $.preview.at),
  }
  const typeSelect = {
    allowClear: true,
    showSearch: { optionFilterProp: 'label' },
    'aria-label': label.type,
    placeholder: t(($) => $.preview.anyType),
  }
  return (
    <section aria-label={t(($) => $.preview.title)}>
      <p className="ew-muted">{t(($) => (projectId === undefined ? $.preview.intro : $.preview.introHere))}</p>
      <div className="ew-who-ask">
        {projectId === undefined && (
          <Asking label={label.project}>
            <RemoteSelect
              label={label.project}
              endpoint={endpoints.project.select}
              value={asked.projectId}
              onChange={(next) => set({ projectId: next, deviceId: undefined })}
            />
          </Asking>
        )}
        {deviceId === undefined && (
          <Asking label={label.device}>
            <RemoteSelect
              label={label.device}
              endpoint={endpoints.device.select}
              input={withoutNulls({ projectId: asked.projectId })}
              disabled={asked.projectId === undefined}
              value={asked.deviceId}
              onChange={(next) => set({ deviceId: next })}
            />
          </Asking>
        )}
        <Asking label={label.event}>
          <Select
            aria-label={label.event}
            value={asked.event}
            options={enums.notifyEvent.map((value) => ({ value, label: enumLabel('notifyEvent', value) }))}
            onChange={(event) => set({ event })}
          />
        </Asking>
        {ofFault ? (
          <Asking label={label.type}>
            <Select<number>
              {...typeSelect}
              value={asked.faultTypeId ?? null}
              options={types?.faultTypes ?? []}
              onChange={(faultTypeId: number | undefined) => set({ faultTypeId })}
            />
          </Asking>
        ) : (
          <>
            <Asking label={label.type}>
              <Select<number>
                {...typeSelect}
                value={asked.alarmTypeId ?? null}
                options={(types?.alarmTypes ?? []).map(({ value, label: text }) => ({ value, label: text }))}
                onChange={(alarmTypeId: number | undefined) => set({ alarmTypeId })}
              />
            </Asking>
            <Asking label={label.level}>
              <Select
                aria-label={label.level}
                // The level follows from the type.
                disabled={ofType !== undefined}
                value={ofType?.level ?? asked.level}
                options={enums.alarmLevel.map((value) => ({ value, label: enumLabel('alarmLevel', value) }))}
                onChange={(level) => set({ level })}
              />
            </Asking>
          </>
        )}
        <Asking label={label.at}>
          <Suspense>
            <InstantField
              disabled={false}
              label={label.at}
              placeholder={t(($) => $.preview.now)}
              {...(asked.at === undefined ? {} : { value: asked.at })}
              onChange={(at) => set({ at })}
            />
          </Suspense>
        </Asking>
      </div>
      {asked.projectId === undefined ? (
        <p className="ew-empty">{t(($) => $.preview.choose)}</p>
      ) : (
        <Answer asked={asked} projectId={asked.projectId} />
      )}
    </section>
  )
}
