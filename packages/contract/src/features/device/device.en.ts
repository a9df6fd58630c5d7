import type { texts as zh } from './device.zh.ts'

export const texts: typeof zh = {
  subjects: {
    device: 'Device',
    gateway: 'Gateway',
  },
  fields: {
    devicesOnly: 'Devices only',
    series: 'Series',
  },
  enums: {
    deviceStatus: {
      alarm: 'Alarm',
      fault: 'Fault',
      lowPower: 'Low power',
      offline: 'Offline',
      online: 'Online',
    },
    network: {
      nbIot: 'NB-IoT',
      lora: 'LoRa',
      cellular: '4G/5G',
      bus: 'Bus',
      ethernet: 'Ethernet',
    },
  },
}
