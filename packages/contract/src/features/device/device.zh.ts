export const texts = {
  subjects: {
    device: '设备',
    gateway: '网关',
  },
  fields: {
    devicesOnly: '仅设备型号',
    series: '系列',
  },
  enums: {
    deviceStatus: {
      alarm: '报警',
      fault: '故障',
      lowPower: '低电量',
      offline: '离线',
      online: '在线',
    },
    network: {
      nbIot: 'NB-IoT',
      lora: 'LoRa',
      cellular: '4G/5G',
      bus: '总线',
      ethernet: '以太网',
    },
  },
}
