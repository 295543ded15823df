// Drafted by `swift package landbridge-write draft-slice Schedule`, yours to change.
// Digest 2bfdf46642f21819: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// CHECK: no reduce block was found that mentions `schedule`; list its blocks here.
extension WorkshopSlices {
  static let schedule = StateSlice(
    "schedule", projection: ScheduleValue.projection,
    legacy: [
    ],
    reducer: ScheduleValue.reducer)
}

extension ScheduleValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = Reducer<ScheduleValue, WorkshopAction> { value, action in
    switch action {
    case .addTool: break
    case .feature: break
    case .remove: break
    case .preferences: break
    case .default: break
    case .open: break
    case .search: break
    case .order: break
    case .imported: break
    }
  }
}

/// The values of `Schedule`.
struct ScheduleValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var folders: [FolderValue] = []
}

extension ScheduleValue {
  static let projection = Projection<WorkshopState, ScheduleValue>(
    read: { ScheduleValue($0.schedule) },
    write: { state, value in
      value.write(to: state.schedule)
      let ownerFolder: Folder? = nil
      value.link(state.schedule, ownerFolder: ownerFolder)
    })
}

extension ScheduleValue {
  init(_ object: Schedule) {
    self.folders = object.folders.map { FolderValue($0) }
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Schedule) {
    Self.foldersList.write(object, folders)
  }

  private static let foldersList = Projection<Schedule, [FolderValue]>.list(
    \.folders, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Folder, FolderValue>(read: { FolderValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Schedule, ownerFolder: Folder?) {
    for (child, value) in zip(object.folders, folders) {
      value.link(child, ownerFolder: ownerFolder)
    }
  }
}

/// The values of `Folder`.
struct FolderValue: Codable, Equatable, Sendable {
  var id: Int
  var title: String = ""
  /// The list owns its objects: values, known by `id`.
  var children: [FolderValue] = []
  /// The list owns its objects: values, known by `id`.
  var appointments: [AppointmentValue] = []
  // `parent` leads back to the owner: it is set when the objects are written.
}

extension FolderValue {
  init(_ object: Folder) {
    self.id = object.id
    self.title = object.title
    self.children = object.children.map { FolderValue($0) }
    self.appointments = object.appointments.map { AppointmentValue($0) }
  }

  func makeObject() -> Folder {
    Folder(id: id)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Folder) {
    object.title = title
    Self.childrenList.write(object, children)
    Self.appointmentsList.write(object, appointments)
  }

  private static let childrenList = Projection<Folder, [FolderValue]>.list(
    \.children, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Folder, FolderValue>(read: { FolderValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  private static let appointmentsList = Projection<Folder, [AppointmentValue]>.list(
    \.appointments, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Appointment, AppointmentValue>(read: { AppointmentValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Folder, ownerFolder: Folder?) {
    for (child, value) in zip(object.children, children) {
      value.link(child, ownerFolder: object)
    }
    for (child, value) in zip(object.appointments, appointments) {
      value.link(child, ownerFolder: object)
    }
    object.parent = ownerFolder
  }
}

/// The values of `Appointment`.
struct AppointmentValue: Codable, Equatable, Sendable {
  var id: String
  var day: Int
  // `folder` leads back to the owner: it is set when the objects are written.
}

extension AppointmentValue {
  init(_ object: Appointment) {
    self.id = object.id
    self.day = object.day
  }

  func makeObject() -> Appointment {
    Appointment(id: id, day: day)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Appointment) {
    object.day = day
  }

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Appointment, ownerFolder: Folder?) {
    object.folder = ownerFolder
  }
}
