print("MutationVsCopy")
