import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import type { OutputOf } from '@emberwatch/contract'
import { Button, Form, Input } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { inputFacts } from '../../../kit/schema.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import type { OrderKind } from './order-kind.ts'

export type PickedDevice = OutputOf<OrderKind['calls']['device']>

interface DevicePickerProps {
  kind: OrderKind
  /** The project of an order that is created for one. A repair order's is that of its first device. */
  projectId?: number | undefined
  devices: readonly PickedDevice[]
  onDevices: (devices: readonly PickedDevice[]) => void
  /** Looked up immediately. */
  firstCode?: string | undefined
  /** What was found does not belong to the form's list of devices. */
  detached?: true
  id?: string
  onChange?: (ids: number[]) => void
}

/**
 * Looks up devices by code, one after another. Those found form the order's device list. All must be of one project, or from stock
 * for an installation.
 */
export const DevicePicker = (props: DevicePickerProps) => {
  const { kind, projectId, devices, onDevices, firstCode, detached, id, onChange } = props
  const isRepair = kind.kind === 'repair'
  const { t } = useTranslation('order')
  const form = Form.useFormInstance()
  const [code, setCode] = useState(firstCode ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const problemId = useId()

  const take = (next: readonly PickedDevice[], byPerson = true) => {
    // Addresses and engineers depend on the project.
    if (isRepair && next[0]?.projectId !== devices[0]?.projectId)
      form.setFieldsValue({ siteIds: undefined, engineerIds: undefined })
    onDevices(next)
    if (detached) return
    const ids = next.map((device) => device.id)
    // What the form fills in itself does not count as unsaved input.
    if (byPerson) onChange?.(ids)
    else form.setFieldValue('deviceIds', ids)
  }

  /** The project that a device must belong to. One in stock belongs to none. */
  const expected = isRepair ? devices[0]?.projectId : projectId
  const wrongProject = (found: PickedDevice) => expected !== undefined && found.projectId !== null && found.projectId !== expected

  const lookUp = async (wanted: string, byPerson = true) => {
    if (wanted === '' || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await call(
        kind.calls.device,
        { code: wanted, ...(projectId === undefined ? {} : { projectId }) },
        { quiet: true },
      )
      if (devices.some((device) => device.id === found.id)) setProblem(t(($) => $.form.alreadyAdded))
      else if (wrongProject(found)) setProblem(t(($) => $.form.otherProject, { project: found.projectName ?? '' }))
      else {
        take([...devices, found], byPerson)
        setCode('')
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  const lookUpFirst = useEffectEvent(() => void lookUp(firstCode?.trim() ?? '', false))
  useEffect(() => lookUpFirst(), [])

  return (
    <div className="ew-devices">
      <div className="ew-devices-find">
        <Input
          {...(id === undefined ? {} : { id })}
          autoFocus
          autoComplete="off"
          aria-label={t(($) => $.form.lookUpLabel)}
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { 'aria-describedby': problemId, status: 'error' as const })}
          placeholder={t(($) => $.form.lookUpLabel)}
          maxLength={inputFacts(kind.calls.device)['code']?.maxLength ?? 40}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter looks up the device. It does not submit the form.
            event.preventDefault()
            void lookUp(code.trim())
          }}
        />
        <Button icon={<SearchOutlined aria-hidden />} loading={busy} onClick={() => void lookUp(code.trim())}>
          {t(($) => $.form.lookUp)}
        </Button>
      </div>
      <div id={problemId} role="alert" className="ew-devices-problem">
        {problem}
      </div>
      {devices.length > 0 && (
        <ul>
          {devices.map((device) => (
            <li key={device.id}>
              <div>
                <strong>{device.code}</strong> {device.name}
                <div className="ew-muted">
                  {[device.modelName, device.roomNumber && t(($) => $.form.room, { room: device.roomNumber }), device.projectName]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
                {device.openOrderCode && (
                  <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.form.openOrder, { code: device.openOrderCode })}</Tag>
                )}
              </div>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                aria-label={t(($) => $.form.removeDevice, { code: device.code })}
                onClick={() => take(devices.filter((one) => one.id !== device.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
