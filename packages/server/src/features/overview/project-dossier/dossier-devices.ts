import { floorName, joined, labelsOf, may, wordsOf, type Dossier } from './dossier.ts'
import { countModels, deviceLimit, readDevicesByFloor, readGateways } from './dossier.reads.ts'

export const writeGateways = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'gateway:view')) return
  const { ctx, pdf, project } = dossier
  const { field, value } = labelsOf(dossier)
  pdf.heading(wordsOf(ctx).gateways)
  const gateways = await readGateways(ctx, project.id)
  await pdf.table({
    columns: [
      { header: field('code'), share: 1.2 },
      { header: field('name'), share: 1.6 },
      { header: field('modelName') },
      { header: field('protocol') },
      { header: field('status'), share: 0.8 },
      { header: field('deviceCount'), share: 0.7, align: 'right' },
      { header: field('lastSeenAt'), share: 1.4 },
    ],
    rows: gateways.map((gateway) => {
      const { enabled, activated_at, online } = gateway
      const status = !enabled ? 'disabled' : activated_at === null ? 'notActivated' : online ? 'online' : 'offline'
      return [
        gateway.code,
        gateway.name,
        gateway.model,
        value('modelProtocol', gateway.protocol),
        value('gatewayStatus', status),
        gateway.devices,
        pdf.at(gateway.last_seen_at),
      ]
    }),
  })
}

/** The number of devices per model, and all devices floor by floor. */
export const writeDevices = async (dossier: Dossier): Promise<void> => {
  if (!may(dossier, 'device:view')) return
  const { ctx, pdf, project } = dossier
  const words = wordsOf(ctx)
  const { field, value } = labelsOf(dossier)
  pdf.heading(words.devices)
  const models = await countModels(ctx, project.id)
  await pdf.table({
    columns: [
      { header: field('seriesName'), share: 2 },
      { header: field('modelName'), share: 2 },
      { header: field('deviceCount'), align: 'right' },
    ],
    rows: models.map(({ series, model, devices }) => [series, model, devices]),
  })
  const devices = await readDevicesByFloor(ctx, project.id)
  const floors = Map.groupBy(devices.slice(0, deviceLimit), ({ building, floor }) => joined(building, floorName(ctx, floor)))
  for (const [floor, rows] of floors) {
    pdf.heading(floor === '' ? words.noFloor : floor, 2)
    await pdf.table({
      columns: [
        { header: field('code'), share: 1.3 },
        { header: field('name'), share: 1.6 },
        { header: field('modelName'), share: 1.2 },
        { header: field('place'), share: 1.8 },
        { header: field('status'), share: 0.7 },
        { header: field('replaceBy'), share: 0.9 },
      ],
      rows: rows.map((device) => [
        device.code,
        device.name,
        device.model,
        joined(device.room_number, device.place),
        joined(value('deviceStatus', device.status), device.enabled ? null : value('gatewayStatus', 'disabled')),
        device.replace_by,
      ]),
    })
  }
  if (devices.length > deviceLimit) pdf.paragraph(words.moreDevices.replace('{{count}}', String(deviceLimit)), { quiet: true })
}
