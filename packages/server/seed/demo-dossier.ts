import { Readable } from 'node:stream'
import sharp from 'sharp'
import { callerOfAccount } from '../src/features/base/access/authenticate.ts'
import { upload } from '../src/features/base/file/file.verbs.ts'
import { createFloorPlan, placeDevice } from '../src/features/sites/floor-plan/floor-plan.verbs.ts'
import { createProjectDocument } from '../src/features/sites/project-document/project-document.verbs.ts'
import { createProjectPerson } from '../src/features/sites/project-person/project-person.verbs.ts'
import { createProjectNotifier } from '../src/features/sites/project-notifier/project-notifier.verbs.ts'
import type { Ctx } from '../src/platform/context.ts'
import { scoped } from '../src/platform/database/scope.ts'
import { createPdf } from '../src/platform/pdf/pdf.ts'

const dayMs = 86_400_000

/** Rooms along a corridor, as a drawing of a floor shows them. */
const floorDrawing = (): Promise<Buffer> => {
  const rooms = Array.from({ length: 6 }, (_, i) => {
    const x = 40 + i * 180
    return `<rect x="${x}" y="40" width="180" height="250"/><rect x="${x}" y="410" width="180" height="250"/>
      <path d="M${x + 60} 290h50M${x + 60} 410h50" stroke="#fff" stroke-width="8"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1160" height="700"><rect width="1160" height="700" fill="#fff"/>
    <g fill="none" stroke="#3c4450" stroke-width="4">${rooms.join('')}<rect x="40" y="40" width="1080" height="620"/></g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A pump room in a few strokes, where a real site has a photo. */
const photo = (hue: string): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><rect width="960" height="720" fill="#d9dde2"/>
    <rect y="520" width="960" height="200" fill="#9aa3ad"/><rect x="140" y="260" width="260" height="300" rx="30" fill="${hue}"/>
    <rect x="540" y="260" width="260" height="300" rx="30" fill="${hue}"/><path d="M270 260V140H670V260" fill="none" stroke="${hue}" stroke-width="40"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

const emergencyPlan = async (ctx: Ctx, project: string): Promise<Readable> => {
  const pdf = await createPdf({
    language: 'zh',
    timeZone: 'Asia/Shanghai',
    title: 'Emergency plan',
    subtitle: project,
    issuer: 'Emberwatch',
    madeBy: ctx.actor.name,
    madeAt: ctx.clock.now(),
  })
  pdf.heading('1. Alarm')
  pdf.paragraph('The control room confirms the fire, starts the broadcast and calls the brigade.')
  pdf.heading('2. Evacuation')
  pdf.paragraph('Floor by floor to the assembly point on the east square.')
  return pdf.end()
}

const dayAfter = (ctx: Ctx, days: number): string => new Date(ctx.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

/** People, a call list, papers, photos and a floor plan of the demo's tower, made the way people would. */
export const seedDemoDossier = async (ctx: Ctx): Promise<void> => {
  const { id } = await ctx.systemDb
    .selectFrom('account')
    .select('id')
    .where('account', '=', 'northadmin')
    .executeTakeFirstOrThrow()
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(id)
  if (!caller) throw new Error('northadmin may not act')
  const manager: Ctx = { ...ctx, ...caller, db: scoped(ctx.systemDb, caller.scope) }
  const project = await manager.db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('name', 'like', 'Riverside%')
    .executeTakeFirstOrThrow()
  const projectId = project.id
  const property = 'Riverside Tower Property'
  const people = [
    { role: 'responsible', name: 'General manager', organisation: property, phone: '01055500101' },
    {
      role: 'manager',
      name: 'Safety manager',
      organisation: property,
      phone: '01055500102',
      certificateNo: 'XF-0102',
      days: 400,
    },
    { role: 'controlRoom', name: 'Day shift', phone: '01055500103', certificateNo: 'XFSS-0103', days: 20 },
    { role: 'controlRoom', name: 'Night shift', phone: '01055500104', certificateNo: 'XFSS-0104', days: -12 },
    {
      role: 'serviceCompany',
      name: 'Service desk',
      organisation: 'North Secondary Agent',
      phone: '01055500105',
    },
    { role: 'brigade', name: 'District station', phone: '01055500119' },
  ] as const
  for (const { days, ...person } of people.map((each) => ({ days: undefined, ...each })))
    await createProjectPerson(manager, {
      projectId,
      ...person,
      ...(days === undefined ? {} : { certificateExpires: dayAfter(ctx, days) }),
    })
  for (const [i, name] of ['Control room', 'Safety manager', 'General manager'].entries())
    await createProjectNotifier(manager, {
      projectId,
      name,
      phone: `0105550010${3 - i}`,
      role: (['controlRoom', 'manager', 'responsible'] as const)[i] ?? 'other',
      methods: ['voice', 'sms'],
      language: 'zh',
      enabled: true,
    })
  const store = (name: string, bytes: Buffer | Readable, purpose: 'attachment' | 'floorPlan'): Promise<string> =>
    upload(manager, { purpose }, { name, stream: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes })
  const plan = await store('emergency-plan.pdf', await emergencyPlan(manager, project.name), 'attachment')
  await createProjectDocument(manager, {
    projectId,
    kind: 'emergencyPlan',
    title: 'Emergency plan',
    files: [plan],
    validUntil: dayAfter(ctx, 14),
  })
  const photos = [
    await store('pumps-1.jpg', await photo('#5c7d9a'), 'attachment'),
    await store('pumps-2.jpg', await photo('#a0603c'), 'attachment'),
  ]
  await createProjectDocument(manager, { projectId, kind: 'photo', title: 'Pump room', files: photos })
  const floor = await createFloorPlan(manager, {
    projectId,
    building: 'Tower',
    floor: '1',
    image: await store('floor-1.png', await floorDrawing(), 'floorPlan'),
  })
  const devices = await manager.db
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', projectId)
    .where('floor', '=', '1')
    .orderBy('code')
    .limit(6)
    .execute()
  for (const [i, device] of devices.entries())
    await placeDevice(manager, {
      planId: floor.id,
      deviceId: device.id,
      x: (130 + i * 180) / 1_160,
      y: i % 2 === 0 ? 0.24 : 0.75,
    })
}
