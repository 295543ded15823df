print("Lockbox")
