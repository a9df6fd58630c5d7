import type { OrderDetail } from '@emberwatch/contract'
import { ContactPhone } from './contact-phone.tsx'
import { label } from './enum-labels.ts'
import { mapLink } from './position.ts'
import { t } from './texts.ts'
import { Fact } from './ui.tsx'

/** A phone number; if it is not masked, it can be called with a tap. */
const Phone = ({ name, phone }: { name: string; phone: string | null }) =>
  phone === null ? null : /[*•]/.test(phone) ? (
    <span>{phone}</span>
  ) : (
    <a className="m-call" href={`tel:${phone}`} aria-label={`${t.order.call(name)} ${phone}`}>
      {phone}
    </a>
  )

/** Where the work is, how to get in, and whom to call. */
export const OrderPlace = ({ order }: { order: OrderDetail }) => {
  const { site, customerName } = order
  return (
    <section>
      <h2>{t.order.where}</h2>
      <dl>
        <Fact name={t.order.customer}>{customerName}</Fact>
        <Fact name={t.order.address}>
          {site.address !== '' && (
            <>
              {site.address}{' '}
              <a className="m-call" href={mapLink(site)}>
                {t.order.map}
              </a>
            </>
          )}
        </Fact>
        <Fact name={t.order.wayIn}>{site.accessNotes}</Fact>
        <Fact name={t.order.vehicle}>{site.vehicleAccess}</Fact>
        <Fact name={t.order.keys}>{site.keysHeld}</Fact>
        <Fact name={t.order.hazards}>{site.hazards}</Fact>
        <Fact name={t.order.sitePhone}>{site.phone !== null && <Phone name={t.order.sitePhone} phone={site.phone} />}</Fact>
        <Fact name={t.order.controlRoom}>
          {site.controlRoomPhone !== null && <Phone name={t.order.controlRoom} phone={site.controlRoomPhone} />}
        </Fact>
      </dl>
      {site.contacts.length > 0 && (
        <>
          <h3>{t.order.contacts}</h3>
          <ul className="m-rows">
            {site.contacts.map((contact) => (
              <li key={contact.id}>
                <span>
                  {contact.name}
                  <small>{label('notifierRole', contact.role)}</small>
                </span>
                {contact.phone !== null && <ContactPhone orderId={order.id} contact={{ ...contact, phone: contact.phone }} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
