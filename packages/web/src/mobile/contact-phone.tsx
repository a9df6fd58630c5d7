import { useState } from 'react'
import { call, useConnection } from './api.ts'
import { calls } from './calls.ts'
import { may } from './session.ts'
import { t } from './texts.ts'
import { Button } from './ui.tsx'

/** A number that can be dialled with a tap. */
const CallLink = ({ name, phone }: { name: string; phone: string }) => (
  <a className="m-call" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} aria-label={`${t.order.call(name)} ${phone}`}>
    {phone}
  </a>
)

interface MaskedPhoneProps {
  name: string
  phone: string
  /** Requests the full number from the server, which logs it. Undefined: the person may not see it. */
  show: (() => Promise<string>) | undefined
}

/** A masked number, with a button that shows it. */
export const MaskedPhone = ({ name, phone, show }: MaskedPhoneProps) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [full, setFull] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (full !== undefined) return <CallLink name={name} phone={full} />
  const ask = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setFull(await show?.())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(false)
  }
  return (
    <span className="m-masked">
      <span>{phone}</span>
      {show && (
        <Button busy={busy} disabled={offline && t.order.showOffline} onClick={() => void ask()}>
          {t.order.showNumber}
          <span className="m-hidden">{name}</span>
        </Button>
      )}
      {problem !== undefined && (
        <small role="alert" className="m-error">
          {problem}
        </small>
      )}
    </span>
  )
}

/** A contact of the order's site, whom the assigned engineers may call. */
export const ContactPhone = ({
  orderId,
  contact: { id, name, phone },
}: {
  orderId: number
  contact: { id: number; name: string; phone: string }
}) => (
  <MaskedPhone
    name={name}
    phone={phone}
    show={
      may('order:contact') ? async () => (await call(calls.orderApp.contact, { id: orderId, notifierId: id })).phone : undefined
    }
  />
)
