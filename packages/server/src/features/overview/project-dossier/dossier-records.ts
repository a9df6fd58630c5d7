import { enums } from '@emberwatch/contract'
import { shownDescription } from '../../base/message/message.wording.ts'
import { floorName, joined, labelsOf, may, wordsOf, type Dossier } from './dossier.ts'
import { readDocuments, readOpenAlarms, readOpenFaults, readOrders, readPhotos, readPlans } from './dossier.reads.ts'

/** Present defects: open alarms and faults. */
export const writeDefects = async (dossier: Dossier): Promise<void> => {
  const { ctx, pdf, project } = dossier
  const words = wordsOf(ctx)
  const { field, value, named } = labelsOf(dossier)
  if (may(dossier, 'alarm:view')) {
    pdf.heading(words.alarms)
    const alarms = await readOpenAlarms(ctx, project.id)
    await pdf.table({
      columns: [
        { header: field('alarmType'), share: 1.4 },
        { header: field('level'), share: 0.7 },
        { header: field('state'), share: 0.8 },
        { header: field('deviceName'), share: 2 },
        { header: field('firstAt'), share: 1.3 },
      ],
      rows: alarms.map((alarm) => [
        joined(named(alarm), alarm.test ? field('test') : null),
        value('alarmLevel', alarm.level),
        value('alarmState', alarm.state),
        joined(alarm.device_code, alarm.device),
        pdf.at(alarm.first_at),
      ]),
    })
  }
  if (!may(dossier, 'fault:view')) return
  pdf.heading(words.faults)
  const faults = await readOpenFaults(ctx, project.id)
  await pdf.table({
    columns: [
      { header: field('faultType'), share: 1.4 },
      { header: field('state'), share: 0.8 },
      { header: field('deviceName'), share: 2 },
      { header: field('firstAt'), share: 1.3 },
      { header: field('repeatCount'), share: 0.7, align: 'right' },
    ],
    rows: faults.map((fault) => [
      joined(named(fault), fault.test ? field('test') : null),
      value('faultState', fault.state),
      joined(fault.device_code ?? fault.gateway_code, fault.device),
      pdf.at(fault.first_at),
      fault.repeat_count,
    ]),
  })
}

/** The last inspections, maintenances and repairs. */
export const writeOrders = async (dossier: Dossier): Promise<void> => {
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  const kinds = enums.orderKind.filter((kind) => may(dossier, `${kind}Order:view`))
  if (kinds.length === 0) return
  pdf.heading(wordsOf(ctx).orders)
  for (const kind of kinds) {
    pdf.heading(value('orderKind', kind), 2)
    const orders = await readOrders(ctx, project.id, kind)
    await pdf.table({
      columns: [
        { header: field('code'), share: 1.3 },
        { header: field('status') },
        { header: field('dueAt'), share: 1.2 },
        { header: field('finishedAt'), share: 1.2 },
        { header: field('completedBy'), share: 0.9 },
        { header: field('note'), share: 2 },
      ],
      rows: orders.map((order) => [
        order.code,
        value('orderStatus', order.status),
        pdf.at(order.due_at),
        pdf.at(order.finished_at),
        order.completedBy,
        order.complete_note ?? shownDescription(ctx, order.description),
      ]),
    })
  }
}

/** The greatest height of a plan with its caption, and of a row of photos, in points. */
const planHeight = 440
const photoRoom = 240

/** Each plan with its devices as numbered points, and a list of the numbers. */
export const writePlans = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'floorPlan:view')) return
  const { ctx, pdf, project } = dossier
  const words = wordsOf(ctx)
  const { field } = labelsOf(dossier)
  const plans = await readPlans(ctx, project.id)
  pdf.heading(words.plans, 1, plans.length === 0 ? undefined : planHeight + 40)
  if (plans.length === 0) pdf.keyValues([])
  for (const { building, floor, image, pins } of plans) {
    pdf.heading(joined(building, floorName(ctx, floor)), 2, planHeight)
    const drawn = await pdf.picture({
      image: ctx.files.pathOf(image),
      caption: words.planOf.replace('{{count}}', String(pins.length)),
      maxHeight: planHeight - 40,
      marks: pins.map(({ x, y }, i) => ({ x, y, label: String(i + 1) })),
    })
    if (!drawn) pdf.paragraph(words.noPicture, { quiet: true })
    if (pins.length === 0) continue
    await pdf.table({
      columns: [
        { header: '#', share: 0.4, align: 'right' },
        { header: field('code'), share: 1.3 },
        { header: field('name'), share: 1.6 },
        { header: field('place'), share: 2 },
      ],
      rows: pins.map((pin, i) => [i + 1, pin.code, pin.name, joined(pin.room_number, pin.place)]),
    })
  }
}

/** The documents by name, and the photos themselves. */
export const writeDocuments = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'projectDocument:view')) return
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  const words = wordsOf(ctx)
  const documents = await readDocuments(ctx, project.id)
  pdf.heading(words.documents)
  await pdf.table({
    columns: [
      { header: field('kind') },
      { header: field('title'), share: 2 },
      { header: words.files, share: 0.6, align: 'right' },
      { header: field('validUntil') },
      { header: field('remark'), share: 1.5 },
    ],
    rows: documents.map((paper) => [
      value('projectDocumentKind', paper.kind),
      paper.title,
      paper.files.length,
      paper.valid_until,
      paper.remark,
    ]),
  })
  const titles = new Map(
    documents.flatMap(({ kind, title, files }) => (kind === 'photo' ? files.map((id) => [id, title] as const) : [])),
  )
  const photos = await readPhotos(ctx, [...titles.keys()])
  if (photos.length === 0) return
  pdf.heading(words.photos, 2, photoRoom)
  await pdf.gallery(
    photos.map(({ id, name }) => ({ image: ctx.files.pathOf(id), caption: joined(titles.get(id) ?? null, name) })),
  )
}
